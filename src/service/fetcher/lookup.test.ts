import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startNameServer } from '#testing/name-server.ts'
import { createLookup, type Lookup } from './lookup.ts'

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

describe('the system lookup', () => {
  it('gives every address of both families', async () => {
    expect((await lookup('both.example.com', never)).toSorted()).toEqual(['10.0.0.1', '2606:4700::1', '93.184.215.14'])
  })

  it('is content with one family', async () => {
    expect(await lookup('four.example.com', never)).toEqual(['93.184.215.14'])
    expect(await lookup('six.example.com', never)).toEqual(['2606:4700::1'])
  })

  it('asks the system for what no name server knows', async () => {
    // Any hosts file aside, each system reads this as an address.
    expect(await lookup('127.1', never)).toEqual(['127.0.0.1'])
  })

  it('asks no name server for localhost', async () => {
    const addresses = await lookup('localhost', never)
    expect(addresses).toContain('127.0.0.1')
    expect(addresses).not.toContain('93.184.215.14')
  })

  it('says why when a name server fails', async () => {
    await expect(lookup('failing.example.com', never)).rejects.toMatchObject({ code: 'ESERVFAIL' })
  })

  it('stops asking a silent name server when the caller gives up', async () => {
    const controller = new AbortController()
    const outcome = lookup('silent.example.com', controller.signal)
    controller.abort()
    await expect(outcome).rejects.toMatchObject({ code: 'ECANCELLED' })
  })
})
