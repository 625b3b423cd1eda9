/** A moment on the wire. An open end is infinite in the database, for which the driver has a number, and null on the wire. */
export const toInstant = (at: Date | number) => (at instanceof Date ? at.toISOString() : null)
