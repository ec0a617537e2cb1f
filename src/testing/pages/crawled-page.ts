import { completeCrawl } from '#analyser/complete-crawl.ts'
import { evaluate } from '#analyser/evaluate.ts'
import type { CrawlOfPage, LinkAnswer } from '#analyser/link-answers.ts'
import { completeFacts, readPage } from '#analyser/run.ts'
import { fetchedPageOf, type Page, pageUrl } from './fetched-page.ts'

/** Returns the answer to a link: a page that works, unless told otherwise. */
export const linkAnswer = (path: string, answer: Partial<LinkAnswer> = {}): LinkAnswer => ({
  url: new URL(path, pageUrl).href,
  outcome: 'answered',
  reason: null,
  reasonCode: null,
  redirects: [],
  finalUrl: new URL(path, pageUrl).href,
  status: 200,
  ...answer,
})

/** Returns the results of a page as a running crawl stores them, and as they are once it ended. */
export function crawlPage(page: Page, crawl: Partial<CrawlOfPage> = {}) {
  const { facts: read, probeRequests } = readPage({ ...fetchedPageOf(page), isOfCrawl: true })
  const running = completeFacts(read, page.probes ?? [])
  const ended = completeCrawl(running, { clicks: null, answers: [], missingFragments: [], ...crawl })
  return { probeRequests, running: evaluate(running).results, ended: evaluate(ended).results, facts: ended }
}
