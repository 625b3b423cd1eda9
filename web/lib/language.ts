/** Sinhala or Tamil, where a text has letters of it: a screen reader then speaks it, and it is set as those scripts ask. */
export function languageOf(text: string | null | undefined): 'si' | 'ta' | undefined {
  if (!text) return undefined
  if (/\p{Script=Sinhala}/u.test(text)) return 'si'
  return /\p{Script=Tamil}/u.test(text) ? 'ta' : undefined
}
