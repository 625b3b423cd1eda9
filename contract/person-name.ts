/** What is shown of somebody's name. */

/** The letter that stands for somebody without a picture: the first of the name, or U (#41). */
export const initialOf = (name: string | null | undefined) => {
  const [letter] = [...(name ?? '').trim()]
  return letter ? letter.toLocaleUpperCase('en') : 'U'
}
/** The first word of a name, as one is greeted by it (#48). */
export const firstNameOf = (name: string) => name.trim().split(/\s+/)[0] ?? ''
