/** A whole number with its thousands set apart. Not by Intl, which takes a phone 60 ms to open. */
export const formatCount = (count: number) => String(count).replace(/\B(?=(\d{3})+$)/g, ',')
