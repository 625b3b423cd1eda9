/** Which offers a file has named already, and in which row: by 48 bits of their identities, so that memory stays small for a million rows. */
const KEY_BYTES = 6
const ENTRY_BYTES = KEY_BYTES + 4
/** Entries in one piece of a stored map: few enough that nobody waits for one. */
const PIECE = 5_000
const FIRST_SLOTS = 1024
/** A slot of the table is free, or its row was refused since. No identity has these keys. */
const [FREE, RELEASED] = [0, -1]
/** Beside its row a slot says whether it was loaded: what was need not be stored again. */
const LOADED = 2 ** 31

const keyOf = (identity: string) => Buffer.from(identity, 'base64url').readUIntBE(0, KEY_BYTES) || 1

/** Keys and rows in two plain arrays, of which two thirds at most are taken; a key stands at the first place from its own on that was free. */
export class FileOffers {
  #keys = new Float64Array(FIRST_SLOTS)
  #rows = new Uint32Array(FIRST_SLOTS)
  #taken = 0

  /** The row that has named the offer before; from now on it is named. Undefined where no other has. */
  name(identity: string, row: number): number | undefined {
    const key = keyOf(identity)
    const slot = this.#find(key)
    if (this.#keys[slot] !== key) this.#put(key, row)
    const earlier = this.#rowAt(this.#find(key))
    return earlier === row ? undefined : earlier
  }

  /** The row that has named the offer was refused: another may name it. */
  release(identity: string, row: number) {
    const key = keyOf(identity)
    const slot = this.#find(key)
    if (this.#keys[slot] === key && this.#rows[slot] === row) this.#keys[slot] = RELEASED
  }

  /** What a piece holds is known, and not added. */
  load(piece: Buffer) {
    for (let at = 0; at < piece.length; at += ENTRY_BYTES)
      this.#put(piece.readUIntBE(at, KEY_BYTES), piece.readUInt32BE(at + KEY_BYTES) + LOADED)
  }

  /** What was added, to be stored. */
  *pieces(): Generator<Buffer> {
    let piece = Buffer.alloc(PIECE * ENTRY_BYTES)
    let end = 0
    for (let slot = 0; slot < this.#keys.length; slot++) {
      if (this.#keys[slot]! <= FREE || this.#rows[slot]! >= LOADED) continue
      piece.writeUIntBE(this.#keys[slot]!, end, KEY_BYTES)
      piece.writeUInt32BE(this.#rows[slot]!, end + KEY_BYTES)
      end += ENTRY_BYTES
      if (end < piece.length) continue
      yield piece
      piece = Buffer.alloc(PIECE * ENTRY_BYTES)
      end = 0
    }
    if (end > 0) yield piece.subarray(0, end)
  }

  #rowAt = (slot: number) => this.#rows[slot]! % LOADED

  /** Where a key stands, or the free place where it would. */
  #find(key: number) {
    const last = this.#keys.length - 1
    let slot = key % (last + 1)
    while (this.#keys[slot] !== key && this.#keys[slot] !== FREE) slot = (slot + 1) & last
    return slot
  }

  #put(key: number, row: number) {
    const slot = this.#find(key)
    if (this.#keys[slot] === FREE) this.#taken += 1
    this.#keys[slot] = key
    this.#rows[slot] = row
    if (this.#taken * 3 > this.#keys.length * 2) this.#grow()
  }

  #grow() {
    const [keys, rows] = [this.#keys, this.#rows]
    this.#keys = new Float64Array(keys.length * 2)
    this.#rows = new Uint32Array(rows.length * 2)
    this.#taken = 0
    for (let slot = 0; slot < keys.length; slot++) if (keys[slot]! > FREE) this.#put(keys[slot]!, rows[slot]!)
  }
}
