import { compareWithWebsite } from '#analyser/evaluate.ts'
import { analysePage } from '#analyser/run.ts'
import type { CheckResult } from '#contract/analysis.ts'
import { crawlOf, type Page } from './crawl.ts'

/** Returns the result of one check on a page, after the whole analysis. */
export function checkPage(id: string, { probes, site, ...page }: Page): CheckResult {
  const { facts, results } = analysePage(crawlOf(page), probes)
  const result = { ...results, ...compareWithWebsite(facts, site ?? null) }[id]
  if (!result) throw new Error(`no check ${id}`)
  return result
}
