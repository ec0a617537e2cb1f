import type { RobotsFile } from '#analyser/gathered.ts'
import { spend, type Budget } from './budget.ts'
import { PageRefused } from './page-refused.ts'
import { followRedirects } from './redirects.ts'
import type { Answer, Context } from './request.ts'
import { sentences } from './sentences.ts'

/**
 * robots.txt of a page's origin, as RFC 9309 reads the answers. A file that cannot be had refuses nothing.
 * A trail of more than the allowed redirects, or one that leads nowhere, counts as no file (RFC 9309, 2.3.1.2).
 */
export async function readRobots(page: URL, context: Context, budget: Budget): Promise<RobotsFile> {
  const url = new URL('/robots.txt', page)
  const wanted = {
    accept: 'text/plain,*/*;q=0.8',
    bodyBytes: context.limits.robotsBytes,
    wantsBody: ({ status }: { status: number }) => isSuccess(status),
  }
  try {
    const most = context.limits.robotsRedirects
    const { answer } = await followRedirects(url, wanted, most, context, () => spend(budget))
    return fileOf(url, answer)
  } catch (error) {
    if (!(error instanceof PageRefused)) throw error
    const outcome = isLostTrail(error, context) ? 'absent' : 'unreachable'
    return { url: url.href, outcome, status: null, text: '', bytes: 0 }
  }
}

function fileOf(url: URL, { status, body, bytes }: Answer): RobotsFile {
  if (isSuccess(status)) {
    return { url: url.href, outcome: 'found', status, text: new TextDecoder().decode(body), bytes }
  }
  return { url: url.href, outcome: status >= 500 ? 'unavailable' : 'absent', status, text: '', bytes: 0 }
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300
}

function isLostTrail({ sentence }: PageRefused, { limits }: Context): boolean {
  return sentence === sentences.redirectLoop || sentence === sentences.tooManyRedirects(limits.robotsRedirects)
}
