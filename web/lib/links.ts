/** Addresses that lead out of Kade. What came with an import may be anything, so only what is meant to be followed becomes a link. */

/** A web address, or undefined where it is none: never `javascript:` or another scheme. */
export function webLink(address: string | null | undefined) {
  if (!address || !URL.canParse(address)) return undefined
  const { protocol, href } = new URL(address)
  return protocol === 'https:' || protocol === 'http:' ? href : undefined
}

/** `www.malukade.example/menu` is what a person reads of an address. */
export const shownLink = (address: string) => address.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')

/** A number to call: digits, with their plus in front where there is one. */
export function phoneLink(phone: string | null | undefined) {
  const number = phone?.replace(/[^\d+]/g, '').replace(/(?!^)\+.*/, '')
  return number && /\d{3}/.test(number) ? `tel:${number}` : undefined
}

const HOSTS = { facebook: 'www.facebook.com', twitter: 'x.com', instagram: 'www.instagram.com' } as const

/** A profile, given as an address or as a name such as `@malukade`. */
export function socialLink(network: keyof typeof HOSTS, profile: string | null | undefined) {
  const name = /^@?([\w.-]{1,100})$/.exec(profile?.trim() ?? '')?.[1]
  return name && !name.includes('.com') ? `https://${HOSTS[network]}/${name}` : webLink(profile)
}
