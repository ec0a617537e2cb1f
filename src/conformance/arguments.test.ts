import { describe, expect, it } from 'vitest'
import { readArguments } from './arguments.ts'

const read = (args: string[], environment = {}, input = '') =>
  readArguments({ args, environment, readInput: async () => input })
const plain = { base: 'https://seo.example', key: 'k1', write: false, page: null, json: false, timeoutMs: 30_000 }

describe('the arguments', () => {
  it('are an address and a key', async () => {
    expect(await read(['https://seo.example', 'k1'])).toEqual(plain)
    expect(
      await read(['--write', '--url', 'https://page.example', 'https://seo.example', 'k1', '--json', '--timeout', '5']),
    ).toEqual({ ...plain, write: true, json: true, page: 'https://page.example/', timeoutMs: 5_000 })
  })

  it('take the key from the environment or from standard input', async () => {
    expect(await read(['https://seo.example'], { SEO_REPORTS_KEY: 'k1' })).toEqual(plain)
    expect(await read(['https://seo.example', '-'], {}, 'k1\nmore')).toEqual(plain)
  })

  it('ask for the usage', async () => expect(await read(['--help'])).toBeNull())

  it.each([
    [[], 'Which server?'],
    [['https://seo.example'], 'Which key?'],
    [['https://seo.example', '-'], 'Which key?'],
    [['https://seo.example', 'k1', 'k2'], '"k2" is too much'],
    [['https://seo.example', 'k 1'], 'characters that no key has'],
    [['https://seo.example', 'k1', '--wirte'], "Unknown option '--wirte'"],
    [['https://seo.example', 'k1', '--url', 'https://page.example'], '--url is for --write'],
    [['https://seo.example', 'k1', '--write', '--url', 'page.example'], '--url is "page.example"'],
    [['https://seo.example', 'k1', '--timeout', '0'], '--timeout is "0"'],
    [['https://seo.example', 'k1', '--timeout', 'soon'], '--timeout is "soon"'],
  ])('%j are refused: %s', async (args, words) => {
    await expect(read(args)).rejects.toMatchObject({ name: 'UsageError', message: expect.stringContaining(words) })
  })

  it('are refused without a word of the key', async () => {
    await expect(read(['https://seo.example', 'my secret'])).rejects.toMatchObject({
      message: expect.not.stringContaining('secret'),
    })
  })
})
