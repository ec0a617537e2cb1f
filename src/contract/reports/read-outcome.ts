import { type Importance, importances, type Outcome, outcomes } from './analysis.ts'

/** Fields that hold whether a check passed. */
const passedFields = ['passed', 'pass', 'is_passed', 'isPassed', 'ok', 'success']
/** Fields that hold the outcome as a word. */
const wordFields = ['status', 'state', 'result', 'verdict']
const importanceFields = ['importance', 'severity', 'priority']

const yesOrNo: Record<string, Outcome> = {
  true: 'pass',
  false: 'fail',
  '1': 'pass',
  '0': 'fail',
  yes: 'pass',
  no: 'fail',
}

const outcomeWords: Record<string, Outcome> = {
  pass: 'pass',
  passed: 'pass',
  ok: 'pass',
  success: 'pass',
  succeeded: 'pass',
  warn: 'warn',
  warning: 'warn',
  fail: 'fail',
  failed: 'fail',
  failure: 'fail',
  error: 'fail',
  critical: 'fail',
  info: 'info',
  notice: 'info',
  'not-applicable': 'not-applicable',
  'not applicable': 'not-applicable',
  'n/a': 'not-applicable',
  skipped: 'not-applicable',
  unknown: 'unknown',
}

const importanceWords: Record<string, Importance> = {
  critical: 'high',
  severe: 'high',
  major: 'high',
  important: 'high',
  moderate: 'medium',
  normal: 'medium',
  mid: 'medium',
  minor: 'low',
  trivial: 'low',
}

const ownValue = <Value>(table: Record<string, Value>, word: string) =>
  Object.hasOwn(table, word) ? table[word] : undefined
const wordOf = (value: unknown) =>
  ['string', 'number', 'boolean'].includes(typeof value) ? String(value).trim().toLowerCase() : ''

type Fields = Record<string, unknown>

/** Returns the outcome of a check and the field that holds it, or null when no field does. */
export function readOutcome(fields: Fields): { outcome: Outcome; from: string } | null {
  const own = outcomes.find((outcome) => outcome === fields['outcome'])
  if (own) return { outcome: own, from: 'outcome' }
  for (const from of [...passedFields, 'outcome', ...wordFields]) {
    if (!Object.hasOwn(fields, from)) continue
    const word = wordOf(fields[from])
    const outcome = passedFields.includes(from)
      ? (ownValue(yesOrNo, word) ?? ownValue(outcomeWords, word))
      : ownValue(outcomeWords, word)
    if (outcome) return { outcome, from }
  }
  return null
}

/**
 * Returns the importance of a check and the field that holds it. `sent` is the server's word for it, if that is not one
 * of ours.
 */
export function readImportance(fields: Fields): {
  importance: Importance | null
  sent: string | null
  from: string | null
} {
  const from = importanceFields.find((field) => Object.hasOwn(fields, field) && wordOf(fields[field]) !== '')
  if (from === undefined) return { importance: null, sent: null, from: null }
  const word = wordOf(fields[from])
  const ours = importances.find((one) => one === word)
  return {
    importance: ours ?? ownValue(importanceWords, word) ?? null,
    sent: ours ? null : String(fields[from]).trim(),
    from,
  }
}
