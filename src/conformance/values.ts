import { ratings } from '#contract/rating.ts'
import { privacyValues } from '#contract/website.ts'
import type { Note, Verdict } from './line.ts'

type Read = [says: string, verdict: Verdict]
type Look = (value: unknown) => Read

const isDigits = (value: unknown) => typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)
const absent: Read = ['absent', 'otherwise']
const strange = (): Read => ['not understood', 'otherwise']

const number =
  (least: number, most: number, decimals: Verdict): Look =>
  (value) => {
    if (value === undefined || value === null || value === '') return absent
    if (typeof value !== 'number' && !isDigits(value)) return strange()
    const read = Number(value)
    if (Number.isNaN(read) || read < least || read > most) return [`out of ${least} to ${most}`, 'otherwise']
    if (typeof value === 'string') return ['numbers as text', 'otherwise']
    return Number.isInteger(read) ? ['whole numbers', 'as specified'] : ['numbers with decimals', decimals]
  }

const count = number(1, Number.MAX_SAFE_INTEGER, 'otherwise')
const amount = number(0, Number.MAX_SAFE_INTEGER, 'otherwise')
const score = number(0, 100, 'as specified')
/** A website without a report has no average. */
const average: Look = (value) => (value === null ? ['none', 'as specified'] : score(value))

const text: Look = (value) =>
  typeof value === 'string' && value !== ''
    ? ['text', 'as specified']
    : value === undefined || value === null || value === ''
      ? absent
      : strange()
const address: Look = (value) =>
  typeof value === 'string' && value !== ''
    ? /^https?:\/\//i.test(value)
      ? ['with http or https', 'as specified']
      : ['without a scheme', 'otherwise']
    : text(value)

const result: Look = (value) => {
  if (value === undefined || value === null || value === '') return ['absent, taken from the score', 'otherwise']
  if (ratings.some((rating) => rating === value)) return [ratings.join(', '), 'as specified']
  if (ratings.some((rating) => rating === String(value).trim().toLowerCase()))
    return ['the words in another case', 'otherwise']
  return typeof value === 'number' || isDigits(value) ? ['a score instead of a word', 'otherwise'] : strange()
}

const privacy: Look = (value) => {
  if (value === undefined || value === null) return absent
  if (privacyValues.some((one) => one === value)) return ['0, 1, 2', 'as specified']
  return privacyValues.some((one) => String(one) === value) ? ['numbers as text', 'otherwise'] : strange()
}

const moment: Look = (value) => {
  if (value === undefined || value === null || value === '') return absent
  if (typeof value !== 'string' || Number.isNaN(Date.parse(value))) return strange()
  if (/\.\d{4,}Z?$/.test(value)) return ['with microseconds', 'as specified']
  return /(Z|[+-]\d\d:?\d\d)$/.test(value) ? ['with an offset', 'as specified'] : ['without an offset', 'otherwise']
}

const looks = {
  reports: { id: count, url: address, score, result, website_id: count, title: text, created_at: moment },
  websites: { id: count, domain: text, privacy, reports_count: amount, reports_avg_score: average, created_at: moment },
} satisfies Record<string, Record<string, Look>>

const serious: Verdict[] = ['wrong', 'otherwise', 'not known', 'as specified']

/** Says of each field in which ways it comes, over all rows of a page. */
export function lookAtValues(note: Note, kind: keyof typeof looks, sent: unknown[]) {
  const rows = sent.filter((row): row is Record<string, unknown> => typeof row === 'object' && row !== null)
  if (rows.length === 0) return
  for (const [field, look] of Object.entries<Look>(looks[kind])) {
    const ways: Ways = new Map()
    for (const row of rows) {
      const [says, verdict] = look(row[field])
      ways.set(says, { count: (ways.get(says)?.count ?? 0) + 1, verdict, example: row[field] })
    }
    note(
      'Values',
      `${kind}: ${field}`,
      serious.find((verdict) => [...ways.values()].some((way) => way.verdict === verdict)) ?? 'not known',
      sentence(listed(ways)),
    )
  }
  if (kind === 'websites') lookAtPasswords(note, rows)
}

const sentence = (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`

const shown = 4

type Ways = Map<string, { count: number; verdict: Verdict; example: unknown }>

function listed(ways: Ways): string {
  const told = [...ways]
    .toSorted(([, one], [, other]) => other.count - one.count)
    .map(
      ([says, { count: times, example }]) =>
        `${says}${says === strange()[0] ? `, such as ${(JSON.stringify(example) ?? '').slice(0, 40)}` : ''}${ways.size > 1 ? ` (${times})` : ''}`,
    )
  return told.length > shown
    ? `${told.slice(0, shown).join(', ')} and ${told.length - shown} other ways`
    : told.join(', ')
}

function lookAtPasswords(note: Note, rows: Record<string, unknown>[]) {
  const name = 'websites: password'
  if (rows.some(({ password }) => typeof password === 'string' && !/^([01]?|true|false)$/.test(password))) {
    return note(
      'Values',
      name,
      'wrong',
      'The password itself, or something made of it, is in the list: it should never be sent.',
    )
  }
  if (rows.some(({ has_password: has }) => has !== undefined))
    return note('Values', name, 'as specified', 'has_password says whether there is one.')
  if (rows.some(({ password }) => password !== undefined))
    return note('Values', name, 'otherwise', 'password says whether there is one.')
  return note('Values', name, 'otherwise', 'Not told whether there is one.')
}
