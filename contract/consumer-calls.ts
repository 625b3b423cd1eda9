/** The calls of shoppers about themselves: account, sessions, profile, what does not interest them. A part of the table in calls.ts. */
import * as z from 'zod'

import {
  changePasswordBody,
  confirmEmailBody,
  consumer,
  deleteProfileBody,
  device,
  exportedConsumer,
  forgotPasswordBody,
  googleConnectionBody,
  googleSignedIn,
  googleSignInBody,
  googleStart,
  googleTicketBody,
  profileBody,
  resetPasswordBody,
  signedIn,
  signInBody,
  signUpBody,
} from './consumer.ts'
import { dismissalBody, dismissedOffer, dismissedQuery } from './recommendation.ts'
import { done, idParams as id, one, page } from './wire.ts'

export const consumerCalls = {
  'POST /consumer/signup': { who: 'anyone', summary: 'Open an account, and be signed in', body: signUpBody, answer: signedIn, status: 201 },
  'POST /consumer/signin': { who: 'anyone', summary: 'Sign in with e-mail address and password', body: signInBody, answer: signedIn },
  'GET /consumer/google-signin': {
    who: 'anyone',
    summary: 'What signing in with Google begins with: the client, the script, and a nonce for this one time. 404 where it is not set up',
    answer: one(googleStart),
  },
  'POST /consumer/google-signin': {
    who: 'anyone',
    summary: 'Sign in with a proof of Google, which works once. 409 where the address belongs to another account',
    body: googleSignInBody,
    answer: googleSignedIn,
  },
  'POST /consumer/google-connection/ticket': {
    who: 'consumer',
    summary: 'What connecting Google begins with, for whoever knows their password. Your e-mail address must be confirmed',
    body: googleTicketBody,
    answer: one(googleStart),
  },
  'POST /consumer/google-connection': {
    who: 'consumer',
    summary: 'Connect Google, to sign in with it as well',
    body: googleConnectionBody,
    answer: one(consumer).extend({ message: z.string() }),
  },
  'DELETE /consumer/google-connection': {
    who: 'consumer',
    summary: 'Disconnect Google. Needs a password to sign in with',
    answer: one(consumer).extend({ message: z.string() }),
  },
  'POST /consumer/logout': { who: 'consumer', summary: 'End this session', answer: done },
  'POST /consumer/forgot-password': {
    who: 'anyone',
    summary: 'Ask for a mail with a link to a new password. The answer is the same whether there is such an account or not',
    body: forgotPasswordBody,
    answer: done,
  },
  'POST /consumer/reset-password': {
    who: 'anyone',
    summary: 'Set a new password with the token of such a mail. Ends every session, and disconnects Google',
    body: resetPasswordBody,
    answer: done,
  },
  'POST /consumer/confirm-email': {
    who: 'anyone',
    summary: 'Confirm an address with the token of a mail',
    body: confirmEmailBody,
    answer: done,
  },
  'POST /consumer/send-confirmation': {
    who: 'consumer',
    summary: 'Ask for the mail that confirms your address once more. Links of earlier ones end. 409 where it is confirmed',
    answer: done,
  },
  'GET /consumer/sessions': { who: 'consumer', summary: 'Where one is signed in', answer: page(device) },
  'DELETE /consumer/sessions': { who: 'consumer', summary: 'Sign out everywhere, here as well', answer: done },
  'DELETE /consumer/sessions/{id}': { who: 'consumer', summary: 'Sign out one device', params: id, answer: done },
  'GET /consumer/not-interested': {
    who: 'consumer',
    summary: 'Offers that you are not interested in, the latest first',
    query: dismissedQuery,
    answer: page(dismissedOffer),
  },
  'POST /consumer/not-interested': {
    who: 'consumer',
    summary: 'Not interested: an offer is recommended to you no more. Saying it twice changes nothing',
    body: dismissalBody,
    answer: done,
  },
  'DELETE /consumer/not-interested/{id}': {
    who: 'consumer',
    summary: 'Take it back: the offer may be recommended again. Where it was never said, nothing changes',
    params: id,
    answer: done,
  },
  'DELETE /consumer/recommendations': {
    who: 'consumer',
    summary: 'Start over: forget every "Not interested", and recommend by no click made before now. Likes and interests stay',
    answer: done,
  },
  'GET /consumer/export': { who: 'consumer', summary: 'All that is known about oneself', answer: one(exportedConsumer) },
  'GET /consumer/{id}': {
    who: 'consumer',
    summary: 'Your profile. A token that is a day old is renewed: the new one stands beside `data`',
    params: id,
    answer: one(consumer).extend({ token: z.string().optional() }),
  },
  'PUT /consumer/update-profile/{id}': {
    who: 'consumer',
    summary: 'Change your profile. What is left out stays',
    params: id,
    body: profileBody,
    answer: one(consumer).extend({ message: z.string() }),
  },
  'POST /consumer/upload-image/{id}': {
    who: 'consumer',
    summary: 'Your picture: JPG, PNG or GIF, 5 MB at most',
    params: id,
    file: 'profileImage',
    answer: one(z.object({ imageUrl: z.string() })),
  },
  'PUT /consumer/change-password': {
    who: 'consumer',
    summary: 'Change your password. Ends every other session',
    body: changePasswordBody,
    answer: done,
  },
  'DELETE /consumer/delete-profile': { who: 'consumer', summary: 'Delete your account, for good', body: deleteProfileBody, answer: done },
} as const
