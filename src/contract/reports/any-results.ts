import * as z from 'zod'
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

/** A check from any compatible server. It has an outcome; what the server leaves out is null or empty. */
export type AnyCheck = {
  /** Unique in the report; the server's own key where that is unique. */
  id: string
  /** The server's name for it. */
  name: string
  /** The groups around it, outermost first. */
  group: string[]
  category: Category | null
  outcome: Outcome
  title: string | null
  importance: Importance | null
  /** The server's word for the importance, if it is not one of ours. */
  importance_sent: string | null
  evidence_grade: EvidenceGrade | null
  scored: boolean | null
  value: unknown
  points_lost: number
  /** The ID of the check that deducts the points for the same cause. */
  superseded_by: string | null
  reason: string | null
  evidence: Evidence[]
  /** The number of all pieces of evidence, of which `evidence` has the first; null if the server sends none. */
  evidence_total: number | null
  errors: unknown
  other: Record<string, unknown>
}

/** A value without an outcome, which is not a passed check. */
export type AnyValue = { id: string; name: string; group: string[]; value: unknown }

export type AnyResults = { checks: AnyCheck[]; values: AnyValue[] }

type Fields = Record<string, unknown>

/** Depth limit. Anything nested deeper is part of a value. */
const maxDepth = 8
const maxIdLength = 100
/** Safety limit in characters: longer text is not parsed as JSON. */
const maxJsonLength = 8_000_000

/** Fields that can name a check in a list, most specific first. */
const nameFields = ['name', 'id', 'key', 'check', 'code', 'slug', 'rule', 'title', 'label']
const groupFields = ['category', 'group', 'section']
const readFields = new Set([
  'name',
  'outcome',
  'passed',
  'title',
  'importance',
  'evidence_grade',
  'scored',
  'value',
  'points_lost',
  'superseded_by',
  'reason',
  'evidence',
  'evidence_total',
  'errors',
])
/** Fields of a check that are never searched for nested checks. */
const leaves = new Set(['value', 'errors', 'evidence', 'details'])
/** Keys that are not names of groups. */
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

/**
 * Reads `results` of any shape: maps or lists of checks, groups of them, plain values, or any of these as JSON text.
 */
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

/** Returns every check and value in `folder`, which is found under the keys `path`. */
function findIn(folder: object, path: string[]): AnyResults {
  const checks: AnyCheck[] = []
  const values: AnyValue[] = []
  for (const [name, given, isNamed] of namedValues(folder)) {
    const value = unpacked(given)
    const outcome = isFields(value) && isNamed ? readOutcome(value) : null
    const inside =
      typeof value === 'object' && value !== null && path.length < maxDepth
        ? findIn(outcome ? withoutLeaves(value) : value, [...path, name])
        : null
    if (inside && inside.checks.length > 0) {
      for (const check of inside.checks) checks.push(check)
      for (const one of inside.values) values.push(one)
    } else if (outcome && isFields(value)) checks.push(readCheck(value, name, path, outcome))
    else if (value !== path.at(-1) || !nameFields.includes(name))
      values.push({ id: idOf(path, name), name, group: groupOf(path), value: onlyValue(value) })
  }
  return { checks, values }
}

function* namedValues(folder: object): Generator<[name: string, value: unknown, isNamed: boolean]> {
  if (!Array.isArray(folder)) for (const name of Object.keys(folder)) yield [name, (folder as Fields)[name], true]
  else
    for (const [index, value] of folder.entries()) {
      const name = isFields(value) ? firstText(value, nameFields) : undefined
      yield [String(name ?? index + 1), value, name !== undefined]
    }
}

const groupOf = (path: readonly string[]) => path.filter((name) => !wrappers.has(name.toLowerCase()))
/** Returns the key, prefixed by its groups. */
const idOf = (path: readonly string[], name: string) => [...groupOf(path), name].join('.').slice(0, maxIdLength)

const withoutLeaves = (value: object) => Object.fromEntries(Object.entries(value).filter(([name]) => !leaves.has(name)))

/** Unwraps `{ value: 3 }`. */
const onlyValue = (value: unknown) =>
  isFields(value) && Object.keys(value).join() === 'value' ? value['value'] : value

function readCheck(
  fields: Fields,
  name: string,
  path: string[],
  { outcome, from: outcomeField }: { outcome: Outcome; from: string },
): AnyCheck {
  const { importance, sent, from } = readImportance(fields)
  const pieces = Pieces.safeParse(fields['evidence'] ?? [])
  const grade = evidenceGrades.find((one) => one === fields['evidence_grade']) ?? null
  const groupField = groupFields.find((field) => textOf(fields[field]) !== null)
  const group = groupField === undefined ? null : String(fields[groupField]).trim()
  const category = categories.find((one) => one === group?.toLowerCase()) ?? null
  const points = fields['points_lost']
  const total = fields['evidence_total']
  return {
    id: idOf(path, name),
    name: textOf(fields['name']) ?? name,
    group: group === null ? groupOf(path) : [group],
    category,
    outcome,
    title: textOf(fields['title']) ?? textOf(fields['label']),
    importance,
    importance_sent: sent,
    evidence_grade: grade,
    scored: typeof fields['scored'] === 'boolean' ? fields['scored'] : null,
    value: fields['value'],
    points_lost: typeof points === 'number' && points > 0 ? points : 0,
    superseded_by: textOf(fields['superseded_by']),
    reason: textOf(fields['reason']),
    evidence: pieces.success ? pieces.data : [],
    evidence_total: typeof total === 'number' && Number.isSafeInteger(total) && total >= 0 ? total : null,
    errors: fields['errors'],
    other: Object.fromEntries(
      Object.entries(fields).filter(([key, value]) => {
        if (value === null || value === '' || value === name) return false
        if (key === 'evidence') return !pieces.success
        return !readFields.has(key) && key !== outcomeField && key !== from && key !== groupField && key !== 'label'
      }),
    ),
  }
}

/** Parses a text that holds a JSON array or object; returns anything else unchanged. */
function unpacked(value: unknown): unknown {
  if (typeof value !== 'string' || value.length > maxJsonLength || !/^\s*[[{]/.test(value)) return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

/** Makes the IDs unique by adding a number to repeated ones. */
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
