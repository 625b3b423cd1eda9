import { LRUCache } from 'lru-cache'

/**
 * A cache of the `count` entries that were used last; `ttl` in milliseconds, 0 for ever. Its room grows with them: told `max`, lru-cache lays out all of it at once, a
 * millisecond and a fifth of a megabyte for 10 000, and a server has some twenty of them.
 */
export const createLastUsed = <K extends {}, V extends {}>(count: number, ttl = 0) =>
  new LRUCache<K, V>({ maxSize: count, sizeCalculation: () => 1, ttl })
