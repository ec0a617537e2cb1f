import type * as z from 'zod'
import { AnyReport } from '#contract/reports/any-report.ts'
import { ratings } from '#contract/reports/rating.ts'
import { readItem } from '#contract/responses/envelope.ts'
import { privacyValues, WholeWebsite } from '#contract/websites/website.ts'
import { type HttpResponse, jsonOf } from './client.ts'
import type { Context } from './list-page.ts'
import type { AddLine, Outcome } from './result.ts'

/** Describes how a value was sent. */
type Description = [message: string, outcome: Outcome]
type Describe = (value: unknown) => Description

const isDigits = (value: unknown) => typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)
const absent: Description = ['missing', 'different']
const unknown = (): Description => ['not recognised', 'different']

const number =
  (least: number, most: number, decimals: Outcome): Describe =>
  (value) => {
    if (value === undefined || value === null || value === '') return absent
    if (typeof value !== 'number' && !isDigits(value)) return unknown()
    const read = Number(value)
    if (Number.isNaN(read) || read < least || read > most) return [`outside ${least} to ${most}`, 'different']
    if (typeof value === 'string') return ['numbers as text', 'different']
    return Number.isInteger(read) ? ['whole numbers', 'as specified'] : ['numbers with decimals', decimals]
  }

const count = number(1, Number.MAX_SAFE_INTEGER, 'different')
const amount = number(0, Number.MAX_SAFE_INTEGER, 'different')
const score = number(0, 100, 'as specified')
/** A website without a report has no average. */
const average: Describe = (value) => (value === null ? ['none', 'as specified'] : score(value))

const text: Describe = (value) =>
  typeof value === 'string' && value !== ''
    ? ['text', 'as specified']
    : value === undefined || value === null || value === ''
      ? absent
      : unknown()
const url: Describe = (value) =>
  typeof value === 'string' && value !== ''
    ? /^https?:\/\//i.test(value)
      ? ['with http or https', 'as specified']
      : ['without a scheme', 'different']
    : text(value)

const result: Describe = (value) => {
  if (value === undefined || value === null || value === '') return ['missing, derived from the score', 'different']
  if (ratings.some((rating) => rating === value)) return [ratings.join(', '), 'as specified']
  if (ratings.some((rating) => rating === String(value).trim().toLowerCase()))
    return ['words in another case', 'different']
  return typeof value === 'number' || isDigits(value) ? ['a score instead of a word', 'different'] : unknown()
}

const privacy: Describe = (value) => {
  if (value === undefined || value === null) return absent
  if (privacyValues.some((one) => one === value)) return ['0, 1, 2', 'as specified']
  return privacyValues.some((one) => String(one) === value) ? ['numbers as text', 'different'] : unknown()
}

const time: Describe = (value) => {
  if (value === undefined || value === null || value === '') return absent
  if (typeof value !== 'string' || Number.isNaN(Date.parse(value))) return unknown()
  if (/\.\d{4,}Z?$/.test(value)) return ['with microseconds', 'as specified']
  return /(Z|[+-]\d\d:?\d\d)$/.test(value) ? ['with an offset', 'as specified'] : ['without an offset', 'different']
}

const fields = {
  reports: { id: count, url, score, result, website_id: count, title: text, created_at: time },
  websites: { id: count, domain: text, privacy, reports_count: amount, reports_avg_score: average, created_at: time },
} satisfies Record<string, Record<string, Describe>>

/** Worst first. */
const severity: Outcome[] = ['wrong', 'different', 'unknown', 'as specified']

/** Describes how each field of a page's rows is sent. */
export function checkValues(add: AddLine, kind: keyof typeof fields, sent: unknown[]) {
  const rows = sent.filter((row): row is Record<string, unknown> => typeof row === 'object' && row !== null)
  if (rows.length === 0) return
  for (const [field, describe] of Object.entries<Describe>(fields[kind])) {
    const ways: Ways = new Map()
    for (const row of rows) {
      const [message, outcome] = describe(row[field])
      ways.set(message, { count: (ways.get(message)?.count ?? 0) + 1, outcome, example: row[field] })
    }
    add(
      'Values',
      `${kind}: ${field}`,
      severity.find((outcome) => [...ways.values()].some((way) => way.outcome === outcome)) ?? 'unknown',
      sentence(listed(ways)),
    )
  }
  if (kind === 'websites') checkPasswords(add, rows)
}

const sentence = (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`

/** The most ways listed per field. */
const maxWays = 4

type Ways = Map<string, { count: number; outcome: Outcome; example: unknown }>

function listed(ways: Ways): string {
  const texts = [...ways]
    .toSorted(([, one], [, other]) => other.count - one.count)
    .map(
      ([message, { count: times, example }]) =>
        `${message}${message === unknown()[0] ? `, such as ${(JSON.stringify(example) ?? '').slice(0, 40)}` : ''}${ways.size > 1 ? ` (${times})` : ''}`,
    )
  return texts.length > maxWays
    ? `${texts.slice(0, maxWays).join(', ')} and ${texts.length - maxWays} other ways`
    : texts.join(', ')
}

function checkPasswords(add: AddLine, rows: Record<string, unknown>[]) {
  const name = 'websites: password'
  if (rows.some(({ password }) => typeof password === 'string' && !/^([01]?|true|false)$/.test(password))) {
    return add('Values', name, 'wrong', 'The list contains the password or a hash of it, which must never be sent.')
  }
  if (rows.some(({ has_password: has }) => has !== undefined))
    return add('Values', name, 'as specified', 'has_password shows whether there is one.')
  if (rows.some(({ password }) => password !== undefined))
    return add('Values', name, 'different', 'password shows whether there is one.')
  return add('Values', name, 'different', 'Unknown whether there is one.')
}

const readers: Record<'reports' | 'websites', z.ZodType> = { reports: AnyReport, websites: WholeWebsite }

/** Checks a single report or website. Returns the response, or null if it could not be read. */
export async function checkItem(
  { send, add }: Context,
  kind: keyof typeof readers,
  id: number | undefined,
): Promise<HttpResponse | null> {
  const operation = `GET ${kind}/{id}`
  if (id === undefined) {
    add('Operations', operation, 'unknown', 'There is none in the list to ask for.')
    return null
  }
  const got = jsonOf(await send('GET', `/${kind}/${id}`))
  if ('why' in got) {
    add('Operations', operation, 'wrong', got.why)
    return null
  }
  const item = readOne(kind, got.json)
  if (!item) {
    add('Operations', operation, 'wrong', 'The response has no ID, or no URL or domain.')
    return null
  }
  if (item.id !== id) add('Operations', operation, 'wrong', `Number ${id} was asked for and ${item.id} came.`)
  else add('Operations', operation, 'as specified', isWrapped(got.json) ? 'In { data }.' : 'Bare, without { data }.')
  if (kind === 'reports') checkResults(add, itemIn(got.json)['results'])
  const others = Object.keys(item.other)
  if (others.length > 0)
    add(
      'Values',
      `${kind}: other fields`,
      'different',
      `${others.slice(0, 8).join(', ')}${others.length > 8 ? ' …' : ''}: shown as sent.`,
    )
  return got.response
}

function readOne(kind: keyof typeof readers, json: unknown) {
  try {
    return readItem(readers[kind], json) as { id: number; other: Record<string, unknown> }
  } catch {
    return undefined
  }
}

const isWrapped = (json: unknown) => typeof json === 'object' && json !== null && 'data' in json
const itemIn = (json: unknown) => (isWrapped(json) ? (json as { data: unknown }).data : json) as Record<string, unknown>

function checkResults(add: AddLine, results: unknown) {
  const name = 'reports: results'
  if (results === undefined || results === null)
    return add('Values', name, 'different', 'Missing: the report shows no checks.')
  if (typeof results !== 'object') return add('Values', name, 'different', `A ${typeof results}, shown as sent.`)
  const checks = Object.values(results)
  const isCheck = (check: unknown): check is object => typeof check === 'object' && check !== null && 'passed' in check
  if (checks.length === 0) return add('Values', name, 'different', 'Empty: the report shows no checks.')
  if (Array.isArray(results)) return add('Values', name, 'different', `An array of ${checks.length}.`)
  const known = checks.filter(isCheck)
  if (known.some((check) => 'outcome' in check))
    return add('Values', name, 'as specified', `${checks.length} checks with outcome, title and evidence.`)
  return add(
    'Values',
    name,
    known.length === checks.length ? 'as specified' : 'different',
    `${known.length} of ${checks.length} are { passed, importance, value }, shown by name.`,
  )
}
