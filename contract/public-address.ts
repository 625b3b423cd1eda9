/** Which addresses of the network belong to everybody: what the server may be led to by words that others wrote. */
import ipaddr from 'ipaddr.js'

/** Of IPv6 this much is given out for use between networks; the rest stands for something else, or for nothing yet. */
const GIVEN_OUT = ipaddr.IPv6.parseCIDR('2000::/3')
/** Names that are answered by the machine itself or by its own network (RFC 6761, RFC 6762, RFC 8375). */
const OWN_NAME = /(?:^|\.)(?:localhost|local|internal|home\.arpa)\.?$/i

/**
 * Whether an IP address leads out into the public network. Not: the machine itself, private and shared networks, link-local addresses (where
 * clouds keep their secrets), groups, documentation, and what wraps such an address (IPv4-mapped, 6to4, NAT64, Teredo). Not what is no address.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.process(text)
  if (address.range() !== 'unicast') return false
  return address.kind() === 'ipv4' || address.match(GIVEN_OUT)
}

/** Whether a host, as `URL` writes it, could be a public one: only asking for its address can say that it is. */
export function mayBePublicHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '')
  return ipaddr.isValid(host) ? isPublicAddress(host) : !OWN_NAME.test(host)
}
