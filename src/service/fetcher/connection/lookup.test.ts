import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startNameServer } from '#testing/servers/name-server.ts'
import { refusalOf } from '#testing/servers/page-fetcher.ts'
import { defaultFetchLimits } from '../limits.ts'
import { addressesOf, createLookup, type Lookup } from './lookup.ts'
import { readTarget } from './target.ts'

let server: Awaited<ReturnType<typeof startNameServer>>
let lookup: Lookup
const never = new AbortController().signal
const ipv6 = [0x26, 0x06, 0x47, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]

beforeAll(async () => {
  server = await startNameServer({
    'both.example.com': { a: ['93.184.215.14', '10.0.0.1'], aaaa: [ipv6] },
    'four.example.com': { a: ['93.184.215.14'] },
    'six.example.com': { aaaa: [ipv6] },
    'failing.example.com': { code: 2 },
    'silent.example.com': { silent: true },
    localhost: { a: ['93.184.215.14'] },
  })
  lookup = createLookup([server.address])
})
afterAll(() => server.close())

describe('a lookup', () => {
  it('returns all addresses of both families', async () => {
    expect((await lookup('both.example.com', never)).toSorted()).toEqual(['10.0.0.1', '2606:4700::1', '93.184.215.14'])
  })

  it('returns the addresses of a single family', async () => {
    expect(await lookup('four.example.com', never)).toEqual(['93.184.215.14'])
    expect(await lookup('six.example.com', never)).toEqual(['2606:4700::1'])
  })

  it('falls back to the system for names that no name server knows', async () => {
    // Every system accepts this short form of an address.
    expect(await lookup('127.1', never)).toEqual(['127.0.0.1'])
  })

  it('never sends localhost to a name server', async () => {
    const addresses = await lookup('localhost', never)
    expect(addresses).toContain('127.0.0.1')
    expect(addresses).not.toContain('93.184.215.14')
  })

  it('rejects with the code of a failing name server', async () => {
    await expect(lookup('failing.example.com', never)).rejects.toMatchObject({ code: 'ESERVFAIL' })
  })

  it('cancels the query when the caller aborts', async () => {
    const controller = new AbortController()
    const outcome = lookup('silent.example.com', controller.signal)
    controller.abort()
    await expect(outcome).rejects.toMatchObject({ code: 'ECANCELLED' })
  })
})

const limits = { ...defaultFetchLimits, lookupMs: 20, blockedPauseMs: 0 }
const shop = 'https://shop.example.com/'

function resolve(lookup: Lookup, signal = new AbortController().signal, url = shop, ...allowed: string[]) {
  return addressesOf(readTarget(new URL(url), new Set(allowed)), lookup, limits, signal)
}

const failing =
  (code: string): Lookup =>
  async () => {
    throw Object.assign(new Error(code), { code })
  }

describe('the addresses of a target', () => {
  it('are all of its host name, mapped ones as IPv4', async () => {
    const lookup = async () => ['93.184.215.14', '::ffff:8.8.8.8', '2606:4700::1']
    expect(await resolve(lookup)).toEqual(['93.184.215.14', '8.8.8.8', '2606:4700::1'])
  })

  it.each([['10.0.0.1'], ['::ffff:10.0.0.1'], ['fd00::1'], ['169.254.169.254']])(
    'are refused when one of them is %s',
    async (address) => {
      const sentence = await refusalOf(resolve(async () => ['93.184.215.14', address, '2606:4700::1']))
      expect(sentence).toBe('unreachable')
    },
  )

  it('are not checked for a host in the allow list', async () => {
    const lookup = async () => ['10.0.0.1']
    expect(await resolve(lookup, undefined, shop, 'shop.example.com:443')).toEqual(['10.0.0.1'])
  })

  it.each(['ENOTFOUND', 'ENODATA'])('are reported as an unknown host name for %s', async (code) => {
    expect(await refusalOf(resolve(failing(code)))).toBe('dns')
  })

  it.each(['db.corp', 'wiki.intern.lan', 'printer.home.arpa', 'vault.service.consul', 'a.example'])(
    'do not reveal whether %s exists, because it is under no public suffix',
    async (host) => {
      const url = `http://${host}/`
      expect(await refusalOf(resolve(failing('ENOTFOUND'), undefined, url))).toBe('unreachable')
      expect(await refusalOf(resolve(async () => ['10.0.0.1'], undefined, url))).toBe('unreachable')
    },
  )

  it.each(['missing.co.uk', 'missing.github.io', 'xn--fsqu00a.xn--0zwm56d.com', 'a.b.c.missing.de'])(
    'are reported as an unknown host name for %s, which anyone can look up',
    async (host) => {
      expect(await refusalOf(resolve(failing('ENOTFOUND'), undefined, `http://${host}/`))).toBe('dns')
    },
  )

  it.each(['ESERVFAIL', 'ETIMEOUT', 'EAI_AGAIN'])('are reported as unreachable for %s', async (code) => {
    expect(await refusalOf(resolve(failing(code)))).toBe('unreachable')
  })

  it('are reported as an unknown host name when there are none, or no valid ones', async () => {
    expect(await refusalOf(resolve(async () => []))).toBe('dns')
    expect(await refusalOf(resolve(async () => ['other.example.com']))).toBe('dns')
  })

  it('are reported as unreachable when the lookup times out', async () => {
    expect(await refusalOf(resolve(() => new Promise(() => {})))).toBe('unreachable')
  })

  it('are rejected when the caller aborts', async () => {
    const controller = new AbortController()
    const outcome = resolve(() => new Promise(() => {}), controller.signal)
    controller.abort(new Error('aborted'))
    await expect(outcome).rejects.toThrow('aborted')
  })

  it('are not looked up for an IP address', async () => {
    const lookup = failing('ENOTFOUND')
    expect(await resolve(lookup, undefined, 'http://[::ffff:8.8.8.8]/')).toEqual(['8.8.8.8'])
  })
})

/** The response for each name: its addresses, a response code of RFC 1035 (3: no such name), or none. */
