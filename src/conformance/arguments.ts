import { parseArgs } from 'node:util'

/** An invalid argument. The message is one or two sentences. */
export class UsageError extends Error {
  override name = 'UsageError'
}

export const usage = `Usage: npm run check-server -- URL KEY [--write [--url PAGE]] [--json] [--timeout SECONDS]

  URL        the server's URL, with or without /api/v1
  KEY        an API key of that server; - reads it from standard input. Default: SEO_REPORTS_KEY
  --write    also creates a report, changes a privacy setting and back, and deletes what it created. Default: read-only
  --url      the page to analyse with --write. Default: the latest report's page
  --json     prints the results as JSON
  --timeout  response timeout. Default: 30 seconds
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
  if (url === undefined) throw new UsageError(`Enter the server's URL.\n\n${usage}`)
  if (more.length > 0)
    throw new UsageError(`Unexpected argument: "${more.join(' ')}". Pass one URL and one key.\n\n${usage}`)
  if (values.url !== undefined && !values.write) throw new UsageError('--url only works with --write.')
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
    throw new UsageError('Enter an API key: after the URL, on standard input with -, or in SEO_REPORTS_KEY.')
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new UsageError(
      'The API key has characters that keys never have. Keys consist of letters, digits and punctuation, without spaces.',
    )
  return key
}

function readPage(given: string): string {
  const url = URL.parse(given)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
    throw new UsageError(`--url is "${given}" but must be a page's URL that starts with https:// or http://.`)
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
  if (!url || text === '' || /\s/.test(text)) throw new UsageError(`"${text}" isn't a valid URL. Enter one ${example}.`)
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new UsageError(`The URL starts with ${url.protocol}// but must start with https:// or http://.`)
  if (url.username || url.password)
    throw new UsageError('Remove the username and password from the URL. Pass the key after it.')
  if (url.search || url.hash)
    throw new UsageError(`Remove the query and the fragment from the URL. Enter one ${example}.`)
  return url.origin + url.pathname.replace(/\/+$/, '').replace(/\/api(\/v1)?$/, '')
}

/** Returns whether others can read the key on the way: over http, except to this machine. */
export const isUnencrypted = (base: string) =>
  base.startsWith('http:') && !/^http:\/\/(localhost|127(\.\d+){3}|\[::1\])(:|\/|$)/.test(base)
