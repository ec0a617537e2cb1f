import { isIP } from 'node:net'
import { resolve } from 'node:path'
import * as z from 'zod'
import { orList } from '#contract/lists/query-params.ts'
import { type HostPaces, readHostPaces } from '#service/fetcher/requests/host-limit.ts'
import { readUpstream, type Upstream } from '#service/gateway/upstream.ts'
import { StartError } from './start-error.ts'

export const roles = ['all', 'web', 'worker'] as const
export type Role = (typeof roles)[number]

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** The settings from environment variables, read once at start. */
export type Config = {
  port: number
  host: string
  databaseUrl: string | undefined
  dataDir: string
  /** Exact `host:port` pairs that can be analysed even if the address rules block them. */
  allowHosts: ReadonlySet<string>
  /** The pace of hosts whose owner allows more than the usual one. */
  hostPaces: HostPaces
  /** Another server of this API. If set, requests are forwarded to it and nothing is stored here. */
  upstream: Upstream | null
  /** An origin, and the path of a proxy if any, without a trailing slash. If null, the Host header is trusted. */
  publicUrl: string | null
  /** Requests per minute and API key. Null means no limit. */
  rateLimit: number | null
  /** Requests per minute without an API key, per IPv4 address or /64 of an IPv6 address. */
  visitorRateLimit: number
  /** The most bytes of URLs that the jobs of one key can store. */
  jobQuota: number
  /** The size of the database in bytes from which nothing is added. Null means no limit. */
  maxDisk: number | null
  trustProxy: string[] | null
  /** The key of identities is made from it. Null: on SQLite, the key is a file in the data folder. */
  secret: string | null
  logLevel: (typeof logLevels)[number]
  /** The mail server for alerts, and the sender. */
  mail: { url: string; from: string } | null
  /** The origin of a server on this machine that is asked instead of Google, for tests and demonstrations. */
  googleUrl: URL | null
  /** Pages are rendered even if Chromium's sandbox doesn't work. */
  rendersWithoutSandbox: boolean
  /** The work of this process: serve requests, work on jobs, or both. */
  role: Role
}

/** The default: a person who reads shared reports stays far below it, a program that collects them does not. */
export const visitorRateLimit = 120

/** Enough for 60 jobs with the most URLs of usual length. */
const defaultJobQuota = 2_000_000_000

type Environment = Record<string, string | undefined>

const anything = z.string()

/**
 * Reads the environment. An empty variable counts as absent.
 * @throws StartError naming the variable, its value and the allowed ones
 */
export function readConfig(environment: Environment, isTerminal = false): Config {
  const read = readerOf(environment)
  const role = read('SEO_REPORTS_ROLE', z.enum(roles), 'all', orList(roles))
  const allowHosts = read(
    'SEO_REPORTS_ALLOW_HOSTS',
    HostList,
    new Set<string>(),
    'host:port pairs separated by commas, such as 127.0.0.1:8080',
  )
  return {
    role,
    mail: mailOf(read),
    port: read('PORT', port.schema, 3000, port.allowed),
    host: read('HOST', Host, '127.0.0.1', 'an IP address or host name to listen on, such as 127.0.0.1 or 0.0.0.0'),
    databaseUrl: databaseUrlOf(read, role),
    dataDir: resolve(read('SEO_REPORTS_DATA_DIR', anything, './data', 'a folder')),
    allowHosts,
    hostPaces: read(
      'SEO_REPORTS_HOST_LIMITS',
      HostLimits,
      new Map(),
      'hosts with requests per second (1 to 1000) and optional connections (1 to 64), such as example.com=50/12',
    ),
    upstream: upstreamOf(environment, allowHosts),
    publicUrl: read(
      'SEO_REPORTS_PUBLIC_URL',
      PublicUrl,
      null,
      'an http or https URL without a query, such as https://seo.example.com or https://example.com/seo',
    ),
    rateLimit: read('SEO_REPORTS_RATE_LIMIT', limit.schema, null, limit.allowed),
    visitorRateLimit: read('SEO_REPORTS_VISITOR_RATE_LIMIT', limit.schema, visitorRateLimit, limit.allowed),
    jobQuota: read('SEO_REPORTS_JOB_QUOTA', ByteSize, defaultJobQuota, sizeAllowed),
    maxDisk: read('SEO_REPORTS_MAX_DISK', ByteSize, null, sizeAllowed),
    googleUrl: read(
      'SEO_REPORTS_GOOGLE_URL',
      GoogleStandIn,
      null,
      'an http URL of this machine without a path, such as http://127.0.0.1:8080',
    ),
    rendersWithoutSandbox: read(
      'SEO_REPORTS_RENDER_WITHOUT_SANDBOX',
      Flag,
      false,
      '1 to render pages without Chromium’s sandbox, or 0',
    ),
    trustProxy: read(
      'SEO_REPORTS_TRUST_PROXY',
      ProxyList,
      null,
      'IP addresses or ranges separated by commas, such as 10.0.0.0/8',
    ),
    secret: read(
      'SEO_REPORTS_SECRET',
      Secret,
      null,
      'at least 32 characters, such as those of `openssl rand -base64 32`',
      true,
    ),
    logLevel: read('LOG_LEVEL', z.enum(logLevels), isTerminal ? 'warn' : 'info', orList(logLevels)),
  }
}

type Read = ReturnType<typeof readerOf>

/** Returns a function that reads one variable: `allowed` says in an error which values it can have. */
const readerOf =
  (environment: Environment) =>
  <T, Initial>(
    name: string,
    schema: z.ZodType<T>,
    initial: Initial,
    allowed: string,
    isSecret = false,
  ): T | Initial => {
    const value = environment[name]?.trim()
    if (!value) return initial
    const parsed = schema.safeParse(value)
    if (parsed.success) return parsed.data
    throw new StartError(`${name} must be ${allowed}${isSecret ? '' : `, not "${value}"`}.`)
  }

function databaseUrlOf(read: Read, role: Role): string | undefined {
  const allowed = 'a URL that starts with postgres:// or postgresql://'
  const databaseUrl = read('DATABASE_URL', DatabaseUrl, undefined, allowed, true)
  if (role !== 'all' && databaseUrl === undefined)
    throw new StartError(
      `SEO_REPORTS_ROLE=${role} needs PostgreSQL: set DATABASE_URL. With the built-in SQLite database, one process does everything.`,
    )
  return databaseUrl
}

function mailOf(read: Read): Config['mail'] {
  const allowed = 'a URL that starts with smtp:// or smtps://'
  const url = read('SEO_REPORTS_SMTP_URL', MailServerUrl, undefined, allowed, true)
  const from = read('SEO_REPORTS_MAIL_FROM', MailAddress, undefined, 'an email sender, such as seo@example.com')
  if ((url === undefined) !== (from === undefined))
    throw new StartError('SEO_REPORTS_SMTP_URL and SEO_REPORTS_MAIL_FROM must be set together.')
  return url !== undefined && from !== undefined ? { url, from } : null
}

/** The error message omits a value with "@", which may contain a password. */
function upstreamOf(
  { SEO_REPORTS_UPSTREAM: given = '' }: Environment,
  allowHosts: ReadonlySet<string>,
): Upstream | null {
  const text = given.trim()
  if (text === '') return null
  const upstream = readUpstream(text, allowHosts)
  if (typeof upstream !== 'string') return upstream
  throw new StartError(`SEO_REPORTS_UPSTREAM must be ${upstream}${text.includes('@') ? '' : `, not "${text}"`}.`)
}

/** Returns the URL that opens a listener on `host` in a browser of this machine. */
export function originOn(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

/** Returns whether only this machine can reach a listener on `host`. */
export const isLoopback = (host: string) => host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)

const wholeNumber = (least: number, most: number) => ({
  schema: z
    .string()
    .regex(/^\d{1,7}$/)
    .pipe(z.transform(Number).pipe(z.int().gte(least).lte(most))),
  allowed: `a whole number from ${least} to ${most}`,
})

const sizeAllowed = 'a size of at least 1 MB, such as 500MB or 20GB'
const ByteSize = z
  .string()
  .regex(/^[1-9]\d{0,6} ?[MG]B$/i)
  .transform((text: string) => parseInt(text, 10) * (/M/i.test(text) ? 1_000_000 : 1_000_000_000))

const port = wholeNumber(0, 65_535)
const limit = wholeNumber(1, 1_000_000)
const Host = z.string().refine((text) => isIP(text) > 0 || /^[a-z\d]([a-z\d.-]{0,251}[a-z\d])?$/i.test(text))
const DatabaseUrl = z.string().refine((text) => /^postgres(ql)?:\/\//.test(text) && URL.canParse(text))

/** Shorter ones could be guessed by trying. */
const Secret = z.string().min(32)
const Flag = z.enum(['0', '1']).transform((text) => text === '1')

const MailServerUrl = z
  .string()
  .refine((text) => /^smtps?:\/\//.test(text) && URL.canParse(text))
  .transform((text: string) => withEncryption(new URL(text)).href)

/**
 * Requires STARTTLS, so that nobody on the way reads the password. Only a server on this machine can do without, and
 * one with `?tls=never`. The names are those of nodemailer.
 */
function withEncryption(url: URL): URL {
  const isNever = url.searchParams.get('tls') === 'never'
  url.searchParams.delete('tls')
  if (url.protocol === 'smtp:' && isNever) url.searchParams.set('ignoreTLS', 'true')
  else if (url.protocol === 'smtp:' && !isLoopback(url.hostname.replace(/^\[(.*)\]$/, '$1')))
    url.searchParams.set('requireTLS', 'true')
  return url
}
const MailAddress = z.string().regex(/^[^\s@<>]+@[^\s@<>]+$/)

const PublicUrl = z
  .string()
  .refine((text) => /^https?:\/\//i.test(text) && isPlainUrl(text))
  .transform((text: string) => new URL(text).href.replace(/(?<!\/)\/+$/, ''))

const GoogleStandIn = z
  .string()
  .refine((text) => {
    const url = URL.parse(text)
    return url?.protocol === 'http:' && isLoopback(url.hostname.replace(/^\[(.*)\]$/, '$1')) && url.pathname === '/'
  })
  .refine(isPlainUrl)
  .transform((text: string) => new URL(text))

function isPlainUrl(text: string) {
  if (!URL.canParse(text)) return false
  const { username, password, search, hash } = new URL(text)
  return username + password + search + hash === ''
}

const items = (text: string) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean)

const HostList = z
  .string()
  .refine((text) => items(text).every((item) => /^(\[[\da-f:.]+\]|[^\s/@:[\]]+):\d{1,5}$/i.test(item)))
  .transform((text: string): ReadonlySet<string> => new Set(items(text).map((item) => item.toLowerCase())))

const HostLimits = z
  .string()
  .refine((text) => readHostPaces(text) !== null)
  .transform((text: string): HostPaces => readHostPaces(text) ?? new Map())

const ProxyList = z
  .string()
  .refine((text) => items(text).every(isRange))
  .transform(items)

function isRange(text: string) {
  const [address = '', bits, ...rest] = text.split('/')
  const family = isIP(address)
  if (!family || rest.length > 0) return false
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}
