import { describe, expect, it } from 'vitest'
import { isBlockedAddress, unwrapMapped } from './address-rules.ts'

const blocked = `
  0.0.0.0 0.1.2.3 10.0.0.0 10.255.255.255 100.64.0.0 100.127.255.255 127.0.0.1 127.255.255.254 169.254.0.1
  169.254.169.254 172.16.0.0 172.31.255.255 192.0.0.1 192.0.0.9 192.0.2.1 192.31.196.1 192.52.193.1 192.88.99.1
  192.168.0.0 192.168.255.255 192.175.48.1 198.18.0.0 198.19.255.255 198.51.100.7 203.0.113.9 224.0.0.1 239.1.2.3
  240.0.0.1 255.255.255.255 168.63.129.16
  :: ::1 ::ffff:127.0.0.1 ::ffff:7f00:1 ::ffff:10.1.2.3 0:0:0:0:0:ffff:a9fe:a9fe ::127.0.0.1 ::ffff:0:127.0.0.1
  64:ff9b::7f00:1 64:ff9b::8.8.8.8 64:ff9b:1::1 100::1 100:0:0:1::1 2001::1 2001:0:1234::1 2001:1ff:ffff::1
  2001:db8::1 2001:db8:ffff:ffff::1 2002:7f00:1:: 2002:808:808::1 3fff::1 3fff:fff:ffff::1 2620:4f:8000::1 5f00::1
  4000::1 fc00::1 fdff::1 fe80::1 fe80::1%eth0 fec0::1 ff02::1 2606:4700::5efe:a00:1 2606:4700::200:5efe:10.0.0.1
  1fff:ffff::1 2a00::5efe:1.2.3.4
  example.com 127.1 0x7f000001 2130706433 [::1]
`
  .trim()
  .split(/\s+/)

const allowed = `
  1.0.0.1 8.8.8.8 9.255.255.255 11.0.0.0 93.184.215.14 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.1
  169.253.255.255 169.255.0.1 172.15.255.255 172.32.0.0 192.0.1.1 192.167.255.255 192.169.0.0 198.17.255.255
  198.20.0.0 223.255.255.255 168.63.129.15 168.63.129.17
  ::ffff:8.8.8.8 ::ffff:808:808 2001:200::1 2001:4860:4860::8888 2001:db7::1 2003::1 2606:4700::6810:84e5
  2620:4f:8001::1 2a00:1450:4001:82a::200e 3ffe::1
`
  .trim()
  .split(/\s+/)

describe('address rules', () => {
  it.each(blocked)('block %s', (address) => {
    expect(isBlockedAddress(address)).toBe(true)
  })

  it.each(allowed)('allow %s', (address) => {
    expect(isBlockedAddress(address)).toBe(false)
  })

  it('block text that is no address', () => {
    expect(isBlockedAddress('')).toBe(true)
  })

  it('convert an IPv4-mapped IPv6 address to IPv4', () => {
    expect(['::ffff:10.1.2.3', '::ffff:a01:203', '0:0:0:0:0:FFFF:a01:203'].map(unwrapMapped)).toEqual([
      '10.1.2.3',
      '10.1.2.3',
      '10.1.2.3',
    ])
  })

  it('return other addresses unchanged', () => {
    const others = ['10.1.2.3', '2606:4700::1', '::10.1.2.3']
    expect(others.map(unwrapMapped)).toEqual(others)
  })
})
