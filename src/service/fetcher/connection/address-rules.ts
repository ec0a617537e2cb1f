import { BlockList, isIPv4, isIPv6 } from 'node:net'

/** Ranges of https://www.iana.org/assignments/iana-ipv4-special-registry, multicast, and a cloud metadata address. */
const blockedIpv4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '240.0.0.0/4',
  '224.0.0.0/4',
  '168.63.129.16/32',
]

/** Blocked ranges within 2000::/3, the only public block. All other IPv6 addresses are blocked. */
const blockedIpv6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20', '2620:4f:8000::/48']

const ipv4 = blockListOf(blockedIpv4, 'ipv4')
const publicIpv6 = blockListOf(['2000::/3'], 'ipv6')
const ipv6 = blockListOf(blockedIpv6, 'ipv6')

/** Returns whether connecting to an IP address is forbidden. Any other text is forbidden too. */
export function isBlockedAddress(address: string): boolean {
  const plain = unwrapMapped(address)
  if (isIPv4(plain)) return ipv4.check(plain, 'ipv4')
  const groups = ipv6Groups(plain)
  if (!groups) return true
  return !publicIpv6.check(plain, 'ipv6') || ipv6.check(plain, 'ipv6') || isIsatap(groups)
}

/** Converts an IPv4-mapped IPv6 address (`::ffff:10.0.0.1`, `::ffff:a00:1`) to IPv4. Returns others unchanged. */
export function unwrapMapped(address: string): string {
  const groups = ipv6Groups(address)
  if (!groups || groups[5] !== 0xffff || groups.slice(0, 5).some((group) => group !== 0)) return address
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 255])
    .join('.')
}

/** Interface identifiers `0:5efe` and `200:5efe` contain an IPv4 address that a router would tunnel to (RFC 5214). */
function isIsatap(groups: number[]): boolean {
  return groups[5] === 0x5efe && (groups[4] === 0 || groups[4] === 0x200)
}

/**
 * Returns the eight groups of an IPv6 address, or undefined for other text and addresses with a zone (`fe80::1%eth0`).
 */
function ipv6Groups(address: string): number[] | undefined {
  if (!isIPv6(address) || address.includes('%')) return undefined
  // The URL parser writes an embedded IPv4 address as two hexadecimal groups.
  const [left = [], right = []] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::').map(groupsOf)
  return [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right]
}

const groupsOf = (text: string) =>
  text
    .split(':')
    .filter(Boolean)
    .map((group) => Number.parseInt(group, 16))

function blockListOf(subnets: string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList()
  for (const subnet of subnets) {
    const [address = '', bits] = subnet.split('/')
    list.addSubnet(address, Number(bits), family)
  }
  return list
}
