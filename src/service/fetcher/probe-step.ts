import type { SitemapReading, ProbeRequest } from '#analyser/crawl.ts'
import { offerOldTls } from './handshake.ts'
import type { Limits } from './limits.ts'
import { endOfTrail } from './redirects.ts'
import { contentLengthOf } from './reply.ts'
import { type Answer, type Context, request, type Wanted } from './request.ts'
import { robotsText } from './robots.ts'
import { askSitemap, type SitemapAllowance } from './sitemap.ts'

/** What one request came to; `fullness` says how much of the answer was read. */
export type Reached = {
  fullness: number
  status: number | null
  headers: Answer['headers']
  answer: Answer | null
  bodyRead: boolean
  wireBytes: number | null
  tlsVersion: string | null
  sitemap: SitemapReading | null
  childUrls: string[]
}

export type Errand = Pick<ProbeRequest, 'purpose' | 'lookFor'> & { read: ProbeRequest['read'] | 'robots' }

/** A fuller answer serves whoever wanted less. */
export const fullnessOf = ({ read }: Errand) =>
  ['nothing', 'start', 'all', 'sitemap', 'robots', 'handshake'].indexOf(read)

/** An answer of which no body was read; only that of a success is worth reading. */
export const seen = (status: number, headers: Answer['headers']): Reached => ({
  fullness: isSuccess(status) ? 0 : Infinity,
  status,
  headers,
  answer: null,
  bodyRead: false,
  wireBytes: contentLengthOf(headers),
  tlsVersion: null,
  sitemap: null,
  childUrls: [],
})

const isSuccess = (status: number) => status >= 200 && status < 300

/**
 * One request beside the page.
 * @throws PageRefused, or the context's signal's reason
 */
export async function takeStep(
  url: URL,
  errand: Errand,
  context: Context,
  allowance: SitemapAllowance,
): Promise<Reached> {
  const limits = limitsFor(errand, context.limits)
  const within = { ...context, limits }
  if (errand.read === 'handshake') {
    return { ...seen(0, []), status: null, tlsVersion: await offerOldTls(url, within) }
  }
  const sitemap = errand.read === 'sitemap' ? askSitemap(errand.lookFor ?? [], limits, allowance) : null
  const wanted = sitemap?.wanted ?? wantedFor(errand, limits)
  const seenSoFar = { bodyRead: false }
  const watched: Wanted = {
    ...wanted,
    wantsBody: (head) => {
      seenSoFar.bodyRead = wanted.wantsBody(head)
      return seenSoFar.bodyRead
    },
  }
  const answer = await request(url, endOfTrail(watched), within)
  const { bodyRead } = seenSoFar
  const result = sitemap?.result() ?? null
  return {
    ...seen(answer.status, answer.headers),
    ...(isSuccess(answer.status) && { fullness: fullnessOf(errand) }),
    ...(bodyRead && !answer.truncated && { wireBytes: answer.wireBytes }),
    answer,
    bodyRead,
    sitemap: result?.reading ?? null,
    childUrls: result?.childUrls ?? [],
  }
}

function limitsFor({ read }: Errand, limits: Limits): Limits {
  const requestMs = Math.min(limits.requestMs, read === 'sitemap' ? limits.sitemapMs : limits.probeMs)
  // The start of a page may be all one letter: only what is wanted whole can be a bomb.
  return read === 'start' ? { ...limits, requestMs, inflation: Infinity } : { ...limits, requestMs }
}

const pageTypes = 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8'
const imageTypes = 'image/avif,image/webp,image/svg+xml,image/*;q=0.8,*/*;q=0.5'

function wantedFor({ purpose, read }: Errand, limits: Limits): Wanted {
  if (read === 'robots') return robotsText(limits)
  const isImage = purpose === 'favicon' || purpose === 'og-image' || (purpose === 'resource' && read === 'start')
  return {
    accept: isImage ? imageTypes : purpose === 'resource' ? '*/*' : pageTypes,
    bodyBytes: read === 'start' ? limits.startBytes : limits.resourceBytes,
    wantsBody: ({ status }) => read !== 'nothing' && isSuccess(status),
  }
}
