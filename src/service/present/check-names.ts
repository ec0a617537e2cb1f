import { checkCatalogue } from '#analyser/describe-checks.ts'
import type { CheckResult, NamedResult } from '#contract/reports/analysis.ts'

const names = new Map(checkCatalogue().map(({ id, name }) => [id, name]))

/** Returns the short name of a check, or null for a check of an older ruleset that no longer exists. */
export const nameOfCheck = (id: string | null) => names.get(id ?? '') ?? null

export const isCheck = (id: string) => names.has(id)

/** Names are not stored with results, so that reports of every age have the current ones. */
export const withNames = (results: Readonly<Record<string, CheckResult>>): Record<string, NamedResult> =>
  Object.fromEntries(Object.entries(results).map(([id, result]) => [id, { ...result, name: nameOfCheck(id) }]))
