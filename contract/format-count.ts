/** A whole number with its thousands set apart. Not by Intl, which takes a phone 60 ms to open. */
export const formatCount = (count: number) => String(count).replace(/\B(?=(\d{3})+$)/g, ',')

/** `1 row`, `19,960 rows`. */
export const countWords = (number: number, one: string, many: string) => `${formatCount(number)} ${number === 1 ? one : many}`
