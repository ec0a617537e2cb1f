import { describe, expect, it } from 'vitest'
import { isUnencrypted, readArguments, readServerUrl } from './arguments.ts'

const read = (args: string[], environment = {}, input = '') =>
  readArguments({ args, environment, readInput: async () => input })
const plain = { base: 'https://seo.example', key: 'k1', write: false, page: null, json: false, timeoutMs: 30_000 }

describe('the arguments', () => {
  it('are a server URL and a key', async () => {
    expect(await read(['https://seo.example', 'k1'])).toEqual(plain)
    expect(
      await read(['--write', '--url', 'https://page.example', 'https://seo.example', 'k1', '--json', '--timeout', '5']),
    ).toEqual({ ...plain, write: true, json: true, page: 'https://page.example', timeoutMs: 5_000 })
  })

  it('can take the key from the environment or standard input', async () => {
    expect(await read(['https://seo.example'], { SEO_REPORTS_KEY: 'k1' })).toEqual(plain)
    expect(await read(['https://seo.example', '-'], {}, 'k1\nmore')).toEqual(plain)
  })

  it('can request the usage', async () => expect(await read(['--help'])).toBeNull())

  it.each([
    [[], "Enter the server's URL"],
    [['https://seo.example'], 'Enter an API key'],
    [['https://seo.example', '-'], 'Enter an API key'],
    [['https://seo.example', 'k1', 'k2'], 'Unexpected argument: "k2"'],
    [['https://seo.example', 'k 1'], 'characters that keys never have'],
    [['https://seo.example', 'k1', '--wirte'], "Unknown option '--wirte'"],
    [['https://seo.example', 'k1', '--url', 'https://page.example'], '--url only works with --write'],
    [['https://seo.example', 'k1', '--write', '--url', 'page.example'], '--url is "page.example"'],
    [['https://seo.example', 'k1', '--timeout', '0'], '--timeout is "0"'],
    [['https://seo.example', 'k1', '--timeout', 'soon'], '--timeout is "soon"'],
  ])('%j are rejected: %s', async (args, words) => {
    await expect(read(args)).rejects.toMatchObject({ name: 'UsageError', message: expect.stringContaining(words) })
  })

  it('are rejected without showing the key', async () => {
    await expect(read(['https://seo.example', 'my secret'])).rejects.toMatchObject({
      message: expect.not.stringContaining('secret'),
    })
  })
})

describe('a server URL', () => {
  it.each([
    ['https://seo.example', 'https://seo.example'],
    ['seo.example', 'https://seo.example'],
    [' https://seo.example/ ', 'https://seo.example'],
    ['https://seo.example/api/v1', 'https://seo.example'],
    ['https://seo.example/tools/api/v1/', 'https://seo.example/tools'],
    ['https://seo.example/tools/', 'https://seo.example/tools'],
    ['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
    ['localhost:3000', 'https://localhost:3000'],
    ['HTTPS://BÜCHER.example', 'https://xn--bcher-kva.example'],
  ])('%s is read as %s', (given, base) => expect(readServerUrl(given)).toBe(base))

  it.each([
    '',
    'two words',
    'https://',
    'ftp://seo.example',
    'javascript://alert',
    'https://me:secret@seo.example',
    'https://seo.example/?a=1',
    'https://seo.example/#x',
  ])('%j is rejected', (given) => expect(() => readServerUrl(given)).toThrow("The server's URL isn't valid"))

  it('is rejected without showing its password', () => {
    expect(() => readServerUrl('https://me:s3cret@seo.example')).toThrow(expect.not.stringContaining('s3cret') as never)
  })

  it.each([
    ['http://seo.example', true],
    ['http://127.0.0.1.seo.example', true],
    ['https://seo.example', false],
    ['http://127.0.0.1:3000', false],
    ['http://localhost', false],
    ['http://[::1]:80', false],
  ])('%s is unencrypted: %s', (base, expected) => expect(isUnencrypted(base)).toBe(expected))
})
