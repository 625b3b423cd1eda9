/** Which offers a file has named already, and in which row: by 48 bits of their identities, so that memory stays small for a million rows. */
const KEY_BYTES = 6
const ENTRY_BYTES = KEY_BYTES + 4
/** Entries in one piece of a stored map: few enough that nobody waits for one. */
const PIECE = 5_000

const keyOf = (identity: string) => Buffer.from(identity, 'base64url').readUIntBE(0, KEY_BYTES)

export class FileOffers {
  readonly #rows = new Map<number, number>()
  readonly #added = new Set<number>()

  /** The row that has named the offer before; from now on it is named. Undefined where no other has. */
  name(identity: string, row: number): number | undefined {
    const key = keyOf(identity)
    const earlier = this.#rows.get(key)
    if (earlier === undefined) {
      this.#rows.set(key, row)
      this.#added.add(key)
    }
    return earlier === row ? undefined : earlier
  }

  /** The row that has named the offer was refused: another may name it. */
  release(identity: string, row: number) {
    const key = keyOf(identity)
    if (this.#rows.get(key) !== row || !this.#added.delete(key)) return
    this.#rows.delete(key)
  }

  /** What a piece holds is known, and not added. */
  load(piece: Buffer) {
    for (let at = 0; at < piece.length; at += ENTRY_BYTES)
      this.#rows.set(piece.readUIntBE(at, KEY_BYTES), piece.readUInt32BE(at + KEY_BYTES))
  }

  /** What was added, to be stored. */
  *pieces(): Generator<Buffer> {
    const added = [...this.#added]
    for (let from = 0; from < added.length; from += PIECE) {
      const keys = added.slice(from, from + PIECE)
      const piece = Buffer.alloc(keys.length * ENTRY_BYTES)
      for (const [place, key] of keys.entries()) {
        piece.writeUIntBE(key, place * ENTRY_BYTES, KEY_BYTES)
        piece.writeUInt32BE(this.#rows.get(key)!, place * ENTRY_BYTES + KEY_BYTES)
      }
      yield piece
    }
  }
}
