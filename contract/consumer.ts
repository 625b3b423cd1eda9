/** What a shopper is on the wire, and what may be sent to become or to change one. The rules behind it stand in consumer-rules.ts. */
import * as z from 'zod'

import { cleanName } from './clean-text.ts'
import { GOOGLE_SUBJECT, INTEREST_LIMIT, PASSWORD, TEXT } from './constants.ts'
import { cleanPhone, FIELD_TEXTS, GENDERS, isEmail, isPhone, passwordProblem } from './consumer-rules.ts'
import { ACTIONS, INTERACTION_TYPES, interactionMetadata } from './interaction.ts'
import { REPORT_REASONS } from './report-texts.ts'
import { calendarDate, instant, text } from './wire.ts'

const id = z.string()

/** A shopper, as the shopper alone sees it. Nobody else's profile is ever shown. */
export const consumer = z.object({
  _id: id,
  id,
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  gender: z.enum(GENDERS),
  birthday: calendarDate.nullable(),
  imageUrl: z.string().nullable(),
  interestedTags: z.array(z.string()),
  interestedCategories: z.array(z.string()),
  likedOffers: z.array(id).describe('Ids of offers'),
  likedShops: z.array(id).describe('Ids of shops'),
  googleId: z.string().nullable(),
  googleEmail: z.string().nullable().describe('The address that Google has verified for whoever is connected, in small letters'),
  locationHistory: z.array(z.string()).describe('Kept by the system, and not kept at all: always empty'),
  emailConfirmed: z.boolean(),
  hasPassword: z.boolean().describe('False for whoever has only ever signed in with Google'),
})
export type Consumer = z.infer<typeof consumer>

const isNamed = (given: string) => given !== ''
const name = text(TEXT.name).transform(cleanName).refine(isNamed, FIELD_TEXTS.name)
const email = text(TEXT.email)
  .transform((given) => given.trim())
  .refine(isEmail, FIELD_TEXTS.email)
const phone = text(TEXT.line).transform(cleanPhone).refine(isPhone, FIELD_TEXTS.phone)
/** Taken as it is, to the last space: neither trimmed nor cut. */
const newPassword = z
  .string()
  .max(PASSWORD.max * 4)
  .superRefine((given, context) => {
    const problem = given.isWellFormed() ? passwordProblem(given) : FIELD_TEXTS.passwordLong
    if (problem) context.addIssue({ code: 'custom', message: problem })
  })
/** One that is only compared: any text that could ever have been one. */
const givenPassword = z
  .string()
  .min(1)
  .max(PASSWORD.max * 4)
const interest = text(TEXT.tag)
  .transform((given) => given.trim())
  .refine((given) => given !== '', 'Is empty')
/** Empty ones are left out (#187). */
const interests = z
  .array(text(TEXT.tag))
  .max(INTEREST_LIMIT)
  .transform((words) => words.map((word) => word.trim()).filter((word) => word !== ''))
export const categoryBody = z.object({ category: interest })
export const categoriesBody = z.object({ categories: interests })
export const tagBody = z.object({ tag: interest })
export const tagsBody = z.object({ tags: interests })
const gender = z.enum(GENDERS)
/** A day or nothing; an empty field of a form is nothing. Whether it has been is asked with the city's date at hand. */
const birthday = z.union([z.literal('').transform(() => null), calendarDate]).nullable()

/** Apps send the first four alone; gender and birthday are asked for by the web form. */
export const signUpBody = z.object({
  name,
  email,
  phone,
  password: newPassword,
  gender: gender.default('Other'),
  birthday: birthday.default(null),
})
export const signInBody = z.object({ email: text(TEXT.email), password: givenPassword })

const googleProof = {
  credential: z.string().min(1).max(8_000).describe('The ID token that the provider gave, with the nonce that this began with'),
  ticket: z.string().min(1).max(1_000).describe('What came beside the nonce: it proves that who began goes on'),
}
/** The written body, and the proof of it (D-03). What the proof says of a field and the body does not is refused. */
export const googleSignInBody = z.object({
  email,
  name: z
    .string()
    .max(TEXT.long)
    .transform(cleanName)
    .refine(isNamed, FIELD_TEXTS.name)
    .describe(`As the provider says it. What is no text is left out, and what is longer than ${TEXT.name} letters is cut`),
  googleId: text(GOOGLE_SUBJECT),
  imageUrl: z.string().max(TEXT.url).nullable().default(null),
  ...googleProof,
})
/** Connecting is a second way into the account: it begins with the password, as every change of how one signs in does. */
export const googleTicketBody = z.object({ currentPassword: givenPassword })
export const googleConnectionBody = z.object(googleProof)
/** What a browser needs to ask the provider who somebody is. */
export const googleStart = z.object({
  clientId: z.string(),
  script: z.string().describe('Address of the script of the provider'),
  userInfo: z
    .string()
    .nullable()
    .describe('Where account information can be asked for with an access token, where the script gives one beside the ID token'),
  nonce: z.string().describe('To be given to the provider, which writes it into the proof'),
  ticket: z.string().describe('To be kept, and sent with the proof within ten minutes'),
})

/** Fields that are left out stay as they are. `locationHistory` is accepted and ignored (D-08); `imageUrl` only ever takes the picture away. */
export const profileBody = z
  .object({
    name,
    email,
    phone,
    gender,
    birthday,
    imageUrl: z.string().max(TEXT.url).nullable(),
    interestedTags: interests,
    interestedCategories: interests,
  })
  .partial()
  .extend({ currentPassword: givenPassword.optional().describe('Needed to change the e-mail address (D-52)') })

export const changePasswordBody = z.object({ currentPassword: givenPassword, newPassword })
export const forgotPasswordBody = z.object({ email: text(TEXT.email) })
export const resetPasswordBody = z.object({ token: z.string().max(200), newPassword })
export const confirmEmailBody = z.object({ token: z.string().max(200) })
/** The bare call works as well; the dialog sends the password (D-24). */
export const deleteProfileBody = z.object({ password: givenPassword.optional() })

/** What sign-up and sign-in answer, at the top level beside `success`. */
export const signedIn = z.object({ success: z.literal(true), message: z.string(), token: z.string(), user: consumer })
export const googleSignedIn = signedIn.extend({ isNew: z.boolean().describe('Whether the account was opened just now') })

/** A browser or an app in which somebody is signed in. */
export const device = z.object({
  id,
  name: z.string().describe('"Chrome on Android", as far as it says'),
  signedInAt: instant,
  lastSeenAt: instant,
  isThisOne: z.boolean(),
})
export type Device = z.infer<typeof device>

/** Everything that is known about somebody, for themselves to take along. */
export const exportedConsumer = z.object({
  exportedAt: instant,
  profile: consumer.extend({ createdAt: instant }),
  devices: z.array(device),
  likedOffers: z.array(z.object({ _id: id, title: z.string(), likedAt: instant })),
  likedShops: z.array(z.object({ _id: id, name: z.string(), likedAt: instant })),
  interactions: z.array(
    z.object({
      at: instant,
      interactionType: z.enum(INTERACTION_TYPES),
      targetId: id,
      action: z.enum(ACTIONS),
      metadata: interactionMetadata,
    }),
  ),
  reports: z.array(z.object({ offerId: id, reason: z.enum(REPORT_REASONS), at: instant })),
  notInterested: z.array(z.object({ _id: id, title: z.string(), dismissedAt: instant })),
  recommendedFrom: instant.nullable().describe('When the recommendations were told to start over'),
})
