import { LRUCache } from 'lru-cache'

/**
 * A cache of the `count` entries that were used last; `ttl` in milliseconds. Its room grows with them: by `max` alone lru-cache lays out all of it at once,
 * 2 ms and half a megabyte for 10 000, and a server has some twenty of them.
 */
export const createLastUsed = <K extends {}, V extends {}>(count: number, ttl = 0) =>
  new LRUCache<K, V>({ maxSize: count, sizeCalculation: () => 1, ttl })
