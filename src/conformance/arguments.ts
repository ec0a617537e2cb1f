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

type CommandLine = { args: string[]; environment: Record<string, string | undefined>; readInput: () => Promise<string> }

const options = {
  write: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
  url: { type: 'string' },
  timeout: { type: 'string', default: '30' },
} as const

/** Reads the command's arguments; null for `--help`. Throws a UsageError for invalid ones. */
export async function readArguments({ args, environment, readInput }: CommandLine) {
  const { values, positionals } = parse(args)
  if (values.help) return null
  const [url, givenKey, ...more] = positionals
  const { write, json, url: page, timeout } = values
  if (url === undefined) throw new UsageError(`Enter the server's URL.\n\n${usage}`)
  if (more.length > 0)
    throw new UsageError(`Unexpected argument: "${more.join(' ')}". Pass one URL and one key.\n\n${usage}`)
  if (page !== undefined && !write) throw new UsageError('--url only works with --write.')
  if (page !== undefined && !isPage(page))
    throw new UsageError(`--url is "${page}" but must be a page's URL that starts with https:// or http://.`)
  if (!/^[1-9]\d{0,2}$/.test(timeout))
    throw new UsageError(`--timeout is "${timeout}" but must be a whole number of seconds, from 1 to 999.`)
  const key = (
    givenKey === '-' ? (await readInput()).split('\n', 1)[0] : (givenKey ?? environment['SEO_REPORTS_KEY'])
  )?.trim()
  if (!key) throw new UsageError('Enter an API key: after the URL, on standard input with -, or in SEO_REPORTS_KEY.')
  if (!/^[\x21-\x7e]+$/.test(key)) throw new UsageError('The API key has characters that keys never have.')
  return { base: readServerUrl(url), key, write, page: page ?? null, json, timeoutMs: Number(timeout) * 1_000 }
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, allowPositionals: true, options })
  } catch (error) {
    throw new UsageError(`${(error as Error).message.split('. ')[0]}.\n\n${usage}`)
  }
}

function isPage(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.password
}

/** Returns the server URL without `/api/v1` and without a trailing slash. Throws a UsageError. */
export function readServerUrl(given: string): string {
  const text = given.trim()
  const url = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`)
  const isServer = url && /^https?:$/.test(url.protocol) && !/[\s@?#]/.test(text)
  if (!isServer)
    throw new UsageError(
      "The server's URL isn't valid. Enter one such as https://seo.example.com, without a username, password, query or fragment.",
    )
  return url.origin + url.pathname.replace(/(?<!\/)\/+$/, '').replace(/\/api(\/v1)?$/, '')
}

/** Returns true if others can read the key on the way: over http, except to this machine. */
export const isUnencrypted = (base: string) =>
  base.startsWith('http:') && !/^http:\/\/(localhost|127(\.\d+){3}|\[::1\])(:|\/|$)/.test(base)
