import { analysePage } from '#analyser/run.ts'
import type { CheckResult } from '#contract/analysis.ts'
import { crawlOf, type Page } from './crawl.ts'

/** What one check comes to on a page, by way of the whole analysis. */
export function checkPage(id: string, { probes, site, ...page }: Page): CheckResult {
  const result = analysePage(crawlOf(page), probes, site).results[id]
  if (!result) throw new Error(`no check ${id}`)
  return result
}
