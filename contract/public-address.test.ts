import { expect, test } from 'vitest'

import { isPublicAddress, mayBePublicHost } from './public-address.ts'

test.each([
  '8.8.8.8',
  '1.1.1.1',
  '172.15.255.255',
  '172.32.0.1',
  '192.169.0.1',
  '100.128.0.1',
  '2001:4860:4860::8888',
  '2606:4700::1111',
  '::ffff:8.8.8.8',
])('%s is public', (address) => expect(isPublicAddress(address)).toBe(true))

test.each([
  ['the machine itself', '127.0.0.1'],
  ['the machine itself', '127.255.255.254'],
  ['the machine itself', '0.0.0.0'],
  ['the machine itself', '0.1.2.3'],
  ['the machine itself', '::1'],
  ['the machine itself', '::'],
  ['a private network', '10.0.0.1'],
  ['a private network', '172.16.0.1'],
  ['a private network', '172.31.255.255'],
  ['a private network', '192.168.1.1'],
  ['a private network', 'fc00::1'],
  ['a private network', 'fd12:3456::1'],
  ['a private network', 'fec0::1'],
  ['a shared network', '100.64.0.1'],
  ['what is linked directly', '169.254.169.254'],
  ['what is linked directly', 'fe80::1'],
  ['what is linked directly', 'fe80::1%eth0'],
  ['a group', '224.0.0.1'],
  ['a group', 'ff02::1'],
  ['everybody at once', '255.255.255.255'],
  ['nobody', '240.0.0.1'],
  ['documentation', '192.0.2.1'],
  ['documentation', '2001:db8::1'],
  ['trials', '198.18.0.1'],
  ['the machine itself, mapped', '::ffff:127.0.0.1'],
  ['a private network, mapped', '::ffff:a00:1'],
  ['the machine itself, in the old form', '::127.0.0.1'],
  ['a private network by 6to4', '2002:a00:1::'],
  ['the machine itself by NAT64', '64:ff9b::7f00:1'],
  ['a private network by NAT64 of its own', '64:ff9b:1::a00:1'],
  ['somebody by Teredo', '2001:0:53aa:64c::1'],
  ['somebody translated', '::ffff:0:127.0.0.1'],
  ['nothing', 'pictures.example'],
  ['nothing', ''],
])('%s, %s, is not public', (_, address) => expect(isPublicAddress(address)).toBe(false))

test('a host that names this machine or its own network is not public, however it is written', () => {
  const hostOf = (host: string) => new URL(`http://${host}/`).hostname
  const own = [
    'localhost',
    'LOCALHOST.',
    'a.localhost',
    'printer.local',
    'metadata.google.internal',
    'nas.home.arpa',
    '2130706433',
    '0x7f.1',
    '017700000001',
    '127.1',
    '[::1]',
    '[::ffff:10.0.0.1]',
    '１２７.0.0.1',
  ]
  expect(own.filter((host) => mayBePublicHost(hostOf(host)))).toEqual([])
  expect(['pictures.example', 'local.example', '8.8.8.8'].every((host) => mayBePublicHost(hostOf(host)))).toBe(true)
})
