import { parseArgs } from 'node:util'

/** Something was typed wrongly; the message is one sentence or two. */
export class UsageError extends Error {
  override name = 'UsageError'
}

export const usage = `Use: npm run check-server -- URL KEY [--write [--url PAGE]] [--json] [--timeout SECONDS]

  URL        the server's address, with or without /api/v1
  KEY        a key of that server; - reads it from standard input, and without it SEO_REPORTS_KEY is taken
  --write    also stores a report, changes a privacy and back, and deletes what it made; without it nothing is written
  --url      the page to analyse then; otherwise that of the newest report
  --json     prints what was found as JSON
  --timeout  how long to wait for an answer, 30 seconds unless said
`

export type CheckArguments = {
  base: string
  key: string
  write: boolean
  page: string | null
  json: boolean
  timeoutMs: number
}

type Given = { args: string[]; environment: Record<string, string | undefined>; readInput: () => Promise<string> }

/** Reads the command's arguments; null for `--help`. Throws a UsageError for invalid ones. */
export async function readArguments({ args, environment, readInput }: Given): Promise<CheckArguments | null> {
  const { values, positionals } = parse(args)
  if (values.help) return null
  const [url, givenKey, ...more] = positionals
  if (url === undefined) throw new UsageError(`Which server? Give its address.\n\n${usage}`)
  if (more.length > 0)
    throw new UsageError(`"${more.join(' ')}" is too much: an address and a key are all.\n\n${usage}`)
  if (values.url !== undefined && !values.write)
    throw new UsageError('--url is for --write: without it nothing is analysed.')
  return {
    base: readServerUrl(url),
    key: readKey(
      givenKey === '-' ? (await readInput()).split('\n', 1)[0] : (givenKey ?? environment['SEO_REPORTS_KEY']),
    ),
    write: values.write,
    page: values.url === undefined ? null : readPage(values.url),
    json: values.json,
    timeoutMs: readSeconds(values.timeout) * 1_000,
  }
}

function parse(args: string[]) {
  const off = { type: 'boolean', default: false } as const
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        write: off,
        json: off,
        help: off,
        url: { type: 'string' },
        timeout: { type: 'string', default: '30' },
      },
    })
  } catch (error) {
    throw new UsageError(`${(error as Error).message.split('. ')[0]}.\n\n${usage}`)
  }
}

function readKey(given: string | undefined): string {
  const key = given?.trim() ?? ''
  if (key === '')
    throw new UsageError('Which key? Give it after the address, by - on standard input, or in SEO_REPORTS_KEY.')
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new UsageError(
      'The key has characters that no key has: it must be plain letters, digits and signs without spaces.',
    )
  return key
}

function readPage(given: string): string {
  const url = URL.parse(given)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
    throw new UsageError(`--url is "${given}" but must be the address of a page, with http:// or https://.`)
  return url.href
}

function readSeconds(given: string): number {
  const seconds = Number(given)
  if (!/^\d{1,3}$/.test(given) || seconds < 1)
    throw new UsageError(`--timeout is "${given}" but must be a whole number of seconds, from 1 to 999.`)
  return seconds
}

const example = 'such as https://seo.example.com'

/** Returns the server URL without `/api/v1` and without a trailing slash. Throws a UsageError. */
export function readServerUrl(given: string): string {
  const text = given.trim()
  const url = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`)
  if (!url || text === '' || /\s/.test(text)) throw new UsageError(`"${text}" is no address: give one ${example}.`)
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new UsageError(`The address begins with ${url.protocol}// but must begin with https:// or http://.`)
  if (url.username || url.password)
    throw new UsageError('The address has a name or a password in it. Give it without, and the key beside it.')
  if (url.search || url.hash) throw new UsageError(`The address must end before its ? or #: give one ${example}.`)
  return url.origin + url.pathname.replace(/\/+$/, '').replace(/\/api(\/v1)?$/, '')
}

/** Returns whether others can read the key on the way: over http, except to this machine. */
export const isUnencrypted = (base: string) =>
  base.startsWith('http:') && !/^http:\/\/(localhost|127(\.\d+){3}|\[::1\])(:|\/|$)/.test(base)
