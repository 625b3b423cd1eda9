import { isIPv4, isIPv6 } from 'node:net'

/**
 * Whose address it is: one of IPv4 is one place; of IPv6 a household has the first half to itself, and as many addresses as it likes. A port
 * behind it, as some proxies write it, says nothing.
 */
export function networkOf(address: string): string {
  const bare = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
  if (isIPv4(bare) || !isIPv6(bare)) return bare
  const [head = '', tail] = bare.toLowerCase().split('%')[0]!.split('::')
  const groups = head === '' ? [] : head.split(':')
  const missing = tail === undefined ? 0 : 8 - groups.length - (tail === '' ? 0 : tail.split(':').length)
  const all = [...groups, ...Array.from({ length: missing }, () => '0'), ...(tail ? tail.split(':') : [])]
  return `${all
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}
