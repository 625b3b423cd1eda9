/** What is said of rows that are taken, but bring something that nobody may have meant. Pure. */

/** A name that is misspelled makes a shop that nobody wanted: who completes shops is told of each new one. */
export const describeNewShop = (places: string[]) =>
  places.length === 0
    ? 'No shop is known by this name. As written it is a new one'
    : `Shops of this name are known elsewhere: ${places.join('; ')}. As written this is another branch`

/** A shop that a file of offers brings back comes without those that the file does not name. */
export const describeReturn = (isOffer: boolean) =>
  isOffer
    ? 'This shop was withdrawn, and comes back with the offers of this file. Its others stay withdrawn'
    : 'This shop was withdrawn, and comes back with this row'

/** Once for all of them: a catalogue that was kept for long may come back whole. */
export function describeEnded(others: number) {
  const more = others === 0 ? '' : `. So ${others === 1 ? 'has another one' : `have ${others} others`}`
  return `This offer has ended already: lists of what runs leave it out${more}`
}

/** Once for all of them: after an undo they may be a whole file. */
export function describeRevival(others: number) {
  const more = others === 0 ? '' : `. So ${others === 1 ? 'does another one' : `do ${others} others`}`
  return `This offer was withdrawn, and comes back with this row${more}`
}
