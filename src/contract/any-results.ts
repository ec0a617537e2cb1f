import * as z from 'zod/mini'
import {
  categories,
  type Category,
  Evidence,
  type EvidenceGrade,
  evidenceGrades,
  type Importance,
  type Outcome,
} from './analysis.ts'
import { readImportance, readOutcome } from './read-outcome.ts'

/** A check as any server may send it: with a verdict, and as much more as was said. What was not said is null or empty. */
export type AnyCheck = {
  /** Unique within the report; the server's own key where that is. */
  id: string
  /** What the server calls it. */
  name: string
  /** Where the server puts it, from the outside to the inside; empty where it says nothing. */
  group: string[]
  category: Category | null
  outcome: Outcome
  title: string | null
  importance: Importance | null
  /** The server's own word, where it is none of ours. */
  importance_sent: string | null
  evidence_grade: EvidenceGrade | null
  scored: boolean | null
  value: unknown
  points_lost: number
  reason: string | null
  evidence: Evidence[]
  errors: unknown
  other: Record<string, unknown>
}

/** What a server says without a verdict: it is no check that passed. */
export type AnyValue = { id: string; name: string; group: string[]; value: unknown }

export type AnyResults = { checks: AnyCheck[]; values: AnyValue[] }

type Fields = Record<string, unknown>

/** Deeper than this nothing is looked for: what is there is part of a value. */
const deepest = 8
const longestId = 100
const longestJson = 8_000_000

/** What a check is called where no key says it. */
const nameFields = ['name', 'id', 'key', 'check', 'code', 'slug', 'rule', 'title', 'label']
const groupFields = ['category', 'group', 'section']
const readFields = new Set([
  'outcome',
  'passed',
  'title',
  'importance',
  'evidence_grade',
  'scored',
  'value',
  'points_lost',
  'reason',
  'evidence',
  'errors',
])
/** Where only evidence can be, no checks of their own. */
const leaves = new Set(['value', 'errors', 'evidence', 'details'])
/** Keys that say nothing of what is inside. */
const wrappers = new Set([
  'results',
  'checks',
  'tests',
  'audits',
  'rules',
  'items',
  'data',
  'groups',
  'categories',
  'sections',
])

const Pieces = z.array(Evidence)

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const textOf = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value : null)
const firstText = (fields: Fields, names: readonly string[]) =>
  names
    .map((name) => (Object.hasOwn(fields, name) ? fields[name] : null))
    .find((value) => textOf(value) !== null || typeof value === 'number')

/** Reads `results` of whatever shape: maps or lists of checks, groups of them, plain values, any of it as JSON text. */
export function readResults(sent: unknown): AnyResults {
  const results = unpacked(sent)
  if (results === null || results === undefined || results === '') return { checks: [], values: [] }
  const found: AnyResults = typeof results === 'object' ? findIn(results, []) : { checks: [], values: [] }
  const isPlain =
    typeof results !== 'object' || (Array.isArray(results) && results.length > 0 && found.checks.length === 0)
  return withIds(
    isPlain ? { checks: [], values: [{ id: 'results', name: 'results', group: [], value: results }] } : found,
  )
}

/** Every check and value in `folder`; `path` is the way to it. */
function findIn(folder: object, path: string[]): AnyResults {
  const checks: AnyCheck[] = []
  const values: AnyValue[] = []
  for (const [name, given, isNamed] of entriesOf(folder)) {
    const value = unpacked(given)
    const verdict = isFields(value) && isNamed ? readOutcome(value) : null
    const inside =
      typeof value === 'object' && value !== null && path.length < deepest
        ? findIn(verdict ? withoutLeaves(value) : value, [...path, name])
        : null
    if (inside && inside.checks.length > 0) {
      for (const check of inside.checks) checks.push(check)
      for (const one of inside.values) values.push(one)
    } else if (verdict && isFields(value)) checks.push(readCheck(value, name, path, verdict))
    else if (value !== path.at(-1) || !nameFields.includes(name))
      values.push({ id: idOf(path, name), name, group: groupOf(path), value: onlyValue(value) })
  }
  return { checks, values }
}

function* entriesOf(folder: object): Generator<[name: string, value: unknown, isNamed: boolean]> {
  if (!Array.isArray(folder)) for (const name of Object.keys(folder)) yield [name, (folder as Fields)[name], true]
  else
    for (const [index, value] of folder.entries()) {
      const name = isFields(value) ? firstText(value, nameFields) : undefined
      yield [String(name ?? index + 1), value, name !== undefined]
    }
}

const groupOf = (path: readonly string[]) => path.filter((name) => !wrappers.has(name.toLowerCase()))
/** The key, after the way to it where it is inside a group. */
const idOf = (path: readonly string[], name: string) => [...groupOf(path), name].join('.').slice(0, longestId)

const withoutLeaves = (value: object) => Object.fromEntries(Object.entries(value).filter(([name]) => !leaves.has(name)))

/** `{ value: 3 }` says no more than 3. */
const onlyValue = (value: unknown) =>
  isFields(value) && Object.keys(value).join() === 'value' ? value['value'] : value

function readCheck(
  fields: Fields,
  name: string,
  path: string[],
  verdict: { outcome: Outcome; from: string },
): AnyCheck {
  const { importance, sent, from } = readImportance(fields)
  const pieces = z.safeParse(Pieces, fields['evidence'] ?? [])
  const grade = evidenceGrades.find((one) => one === fields['evidence_grade']) ?? null
  const groupField = groupFields.find((field) => textOf(fields[field]) !== null)
  const said = groupField === undefined ? null : String(fields[groupField]).trim()
  const category = categories.find((one) => one === said?.toLowerCase()) ?? null
  const points = fields['points_lost']
  return {
    id: idOf(path, name),
    name,
    group: said === null ? groupOf(path) : [said],
    category,
    outcome: verdict.outcome,
    title: textOf(fields['title']) ?? textOf(fields['label']),
    importance,
    importance_sent: sent,
    evidence_grade: grade,
    scored: typeof fields['scored'] === 'boolean' ? fields['scored'] : null,
    value: fields['value'],
    points_lost: typeof points === 'number' && points > 0 ? points : 0,
    reason: textOf(fields['reason']),
    evidence: pieces.success ? pieces.data : [],
    errors: fields['errors'],
    other: Object.fromEntries(
      Object.entries(fields).filter(([key, value]) => {
        if (value === null || value === '' || value === name) return false
        if (key === 'evidence') return !pieces.success
        return !readFields.has(key) && key !== verdict.from && key !== from && key !== groupField && key !== 'label'
      }),
    ),
  }
}

/** What was sent as JSON text, as what it stands for. */
function unpacked(value: unknown): unknown {
  if (typeof value !== 'string' || value.length > longestJson || !/^\s*[[{]/.test(value)) return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

/** Gives each its own id: a number is added where it is taken. */
function withIds({ checks, values }: AnyResults): AnyResults {
  const taken = new Set<string>()
  const times = new Map<string, number>()
  const unique = <Of extends { id: string }>(one: Of): Of => {
    let { id } = one
    for (let many = times.get(one.id) ?? 1; taken.has(id); times.set(one.id, many)) id = `${one.id}-${(many += 1)}`
    taken.add(id)
    return { ...one, id }
  }
  return { checks: checks.map(unique), values: values.map(unique) }
}
