import { setImmediate as letOthers } from 'node:timers/promises'

/** So many rows are worked on before shoppers, and what the database has answered, have a turn: about two milliseconds. */
const AT_A_STRETCH = 60

/** The rows a stretch at a time, with a turn for everybody else in between. */
export async function* splitRows<T>(rows: T[]): AsyncGenerator<T[]> {
  for (let from = 0; from < rows.length; from += AT_A_STRETCH) {
    if (from > 0) await letOthers()
    yield rows.slice(from, from + AT_A_STRETCH)
  }
}
