import type { Crawl } from '#analyser/crawl.ts'
import type { Budget } from './budget.ts'
import type { Limits } from './limits.ts'
import { PageRefused } from './page-refused.ts'
import { declaredType, typeOfBody, type PageType } from './page-type.ts'
import { followRedirects } from './redirects.ts'
import type { Context, Head, Wanted } from './request.ts'
import { readRobots } from './robots.ts'
import { type GatherOptions, type Run, startRun } from './run.ts'
import { sentences } from './sentences.ts'

/**
 * Fetches a page and its origin's robots.txt.
 * @throws PageRefused when there is no HTML page to analyse; the signal's reason when the caller gave up
 */
export const gather = (url: URL, options: GatherOptions): Promise<Crawl> => gatherPage(url, startRun(options))

/** The same for a run that goes on afterwards. */
export const gatherPage = (url: URL, run: Run): Promise<Crawl> =>
  run.within((context) => gatherWithin(withoutFragment(url), context, run.budget))

async function gatherWithin(url: URL, context: Context, budget: Budget): Promise<Crawl> {
  const { limits } = context
  const { answer, redirects } = await followRedirects(url, htmlPage(limits), limits.redirects, context)
  assertHtml(typeOfBody(declaredType(answer.headers), answer.body))
  const robots = await readRobots(answer.url, context, budget)
  return {
    askedUrl: url.href,
    finalUrl: answer.url.href,
    status: answer.status,
    httpVersion: answer.httpVersion,
    headers: answer.headers,
    contentEncodings: answer.contentEncodings,
    redirects,
    wireBytes: answer.wireBytes,
    // Memory of its own, so that it can be handed to another thread without a copy.
    body: new Uint8Array(answer.body),
    truncated: answer.truncated,
    timings: answer.timings,
    tls: answer.tls,
    robots,
  }
}

function htmlPage(limits: Limits): Wanted {
  return {
    accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8',
    bodyBytes: limits.bodyBytes,
    wantsBody: ({ headers }: Head) => {
      const type = declaredType(headers)
      if (type !== 'unsaid') assertHtml(type)
      return true
    },
  }
}

function assertHtml(type: PageType): void {
  if (type === 'pdf') throw new PageRefused(sentences.pdf)
  if (type !== 'html') throw new PageRefused(sentences.notHtml)
}

function withoutFragment(url: URL): URL {
  const plain = new URL(url)
  plain.hash = ''
  return plain
}
