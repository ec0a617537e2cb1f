import { describe, expect, it } from 'vitest'
import { refusalOf } from '#testing/gathering.ts'
import { defaultLimits } from './limits.ts'
import type { Lookup } from './lookup.ts'
import { addressesOf } from './resolve.ts'
import { sentences } from './sentences.ts'
import { readTarget } from './target.ts'

const limits = { ...defaultLimits, lookupMs: 20, blockedPauseMs: 0 }
const name = 'https://shop.example.com/'

function resolve(lookup: Lookup, signal = new AbortController().signal, url = name, ...allowed: string[]) {
  return addressesOf(readTarget(new URL(url), new Set(allowed)), lookup, limits, signal)
}

const failing =
  (code: string): Lookup =>
  async () => {
    throw Object.assign(new Error(code), { code })
  }

describe('looking up a name', () => {
  it('gives all its addresses, mapped ones as IPv4', async () => {
    const lookup = async () => ['93.184.215.14', '::ffff:8.8.8.8', '2606:4700::1']
    expect(await resolve(lookup)).toEqual(['93.184.215.14', '8.8.8.8', '2606:4700::1'])
  })

  it.each([['10.0.0.1'], ['::ffff:10.0.0.1'], ['fd00::1'], ['169.254.169.254']])(
    'refuses the name when one of its addresses is %s',
    async (address) => {
      const sentence = await refusalOf(resolve(async () => ['93.184.215.14', address, '2606:4700::1']))
      expect(sentence).toBe(sentences.unreachable)
    },
  )

  it('leaves the addresses of a listed host alone', async () => {
    const lookup = async () => ['10.0.0.1']
    expect(await resolve(lookup, undefined, name, 'shop.example.com:443')).toEqual(['10.0.0.1'])
  })

  it.each(['ENOTFOUND', 'ENODATA'])('says that the name does not exist on %s', async (code) => {
    expect(await refusalOf(resolve(failing(code)))).toBe(sentences.nameNotFound)
  })

  it.each(['ESERVFAIL', 'ETIMEOUT', 'EAI_AGAIN'])('says nothing more than unreachable on %s', async (code) => {
    expect(await refusalOf(resolve(failing(code)))).toBe(sentences.unreachable)
  })

  it('takes no answer, or one that is no address, for a name that does not exist', async () => {
    expect(await refusalOf(resolve(async () => []))).toBe(sentences.nameNotFound)
    expect(await refusalOf(resolve(async () => ['other.example.com']))).toBe(sentences.nameNotFound)
  })

  it('ends when no name server answers', async () => {
    expect(await refusalOf(resolve(() => new Promise(() => {})))).toBe(sentences.unreachable)
  })

  it('ends when the caller gives up', async () => {
    const controller = new AbortController()
    const outcome = resolve(() => new Promise(() => {}), controller.signal)
    controller.abort(new Error('gave up'))
    await expect(outcome).rejects.toThrow('gave up')
  })

  it('looks nothing up for a literal address', async () => {
    const lookup = failing('ENOTFOUND')
    expect(await resolve(lookup, undefined, 'http://[::ffff:8.8.8.8]/')).toEqual(['8.8.8.8'])
  })
})
