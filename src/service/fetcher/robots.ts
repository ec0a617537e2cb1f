import type { RobotsFile } from '#analyser/crawl.ts'
import { spend, type Budget } from './budget.ts'
import type { Limits } from './limits.ts'
import { PageRefused } from './page-refused.ts'
import { followRedirects } from './redirects.ts'
import type { Answer, Context, Wanted } from './request.ts'
import { sentences } from './sentences.ts'

/**
 * robots.txt of a page's origin, as RFC 9309 reads the answers. A file that cannot be had refuses nothing.
 * A trail of more than the allowed redirects, or one that leads nowhere, counts as no file (RFC 9309, 2.3.1.2).
 */
export async function readRobots(page: URL, context: Context, budget: Budget): Promise<RobotsFile> {
  const url = robotsUrlOf(page)
  const most = context.limits.robotsRedirects
  try {
    const { answer } = await followRedirects(url, robotsText(context.limits), most, context, () => spend(budget))
    return fileOf(url, answer)
  } catch (error) {
    if (!(error instanceof PageRefused)) throw error
    return noFile(url, error.sentence, most)
  }
}

export const robotsUrlOf = (page: URL) => new URL('/robots.txt', page)

export const robotsText = ({ robotsBytes }: Limits): Wanted => ({
  accept: 'text/plain,*/*;q=0.8',
  bodyBytes: robotsBytes,
  wantsBody: ({ status }) => isSuccess(status),
})

/** What the answer at the end of the trail from `url` comes to. */
export function fileOf(url: URL, { status, body, bytes }: Pick<Answer, 'status' | 'body' | 'bytes'>): RobotsFile {
  if (isSuccess(status)) {
    return { url: url.href, outcome: 'found', status, text: new TextDecoder().decode(body), bytes }
  }
  return { url: url.href, outcome: status >= 500 ? 'unavailable' : 'absent', status, text: '', bytes: 0 }
}

/** What having no answer comes to. */
export function noFile(url: URL, sentence: string | undefined, most: number): RobotsFile {
  const isLostTrail = sentence === sentences.redirectLoop || sentence === sentences.tooManyRedirects(most)
  return { url: url.href, outcome: isLostTrail ? 'absent' : 'unreachable', status: null, text: '', bytes: 0 }
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300
}
