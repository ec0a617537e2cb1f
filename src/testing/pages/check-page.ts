import { expect } from 'vitest'
import { compareWithWebsite } from '#analyser/evaluate.ts'
import { analysePage } from '#analyser/run.ts'
import type { CheckResult } from '#contract/reports/analysis.ts'
import { fetchedPageOf, type Page } from './fetched-page.ts'
import { faultsOfResult } from './language-guide.ts'

/** Returns the result of one check on a page, after the whole analysis. Its texts must follow the language guide. */
export function checkPage(id: string, { probes, duplicates, ...page }: Page): CheckResult {
  const { facts, results } = analysePage(fetchedPageOf(page), probes)
  const result = { ...results, ...compareWithWebsite(facts, duplicates ?? null) }[id]
  if (!result) throw new Error(`no check ${id}`)
  expect(faultsOfResult(id, result)).toEqual([])
  return result
}
