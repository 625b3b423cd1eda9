const TEXTS = { KADE_BUSY: 'timeout: the database is busy', KADE_STOPPED: 'the database has stopped' } as const
type AwayCode = keyof typeof TEXTS
export const AWAY_CODES = Object.keys(TEXTS)

/** The database is away for a reason of our own: known by its code, as those of the server and the system are. */
export class DatabaseAway extends Error {
  readonly code: AwayCode

  constructor(code: AwayCode, options?: ErrorOptions) {
    super(TEXTS[code], options)
    this.code = code
  }
}
