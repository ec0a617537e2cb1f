import { redirectingRefreshes } from '../check-helpers/indexing.ts'
import { count, defineCheck, googleDocs, pass, warn } from '../define-check.ts'
import { scriptRedirectOf } from '../indexability.ts'
import type { PageFacts } from '../page-facts.ts'

/** True if a redirect is permanent, by its status. */
const permanence: Record<number, string> = {
  301: 'permanent',
  308: 'permanent',
  302: 'temporary',
  303: 'temporary',
  307: 'temporary',
}

export const texts = {
  byScripts: 'The page redirects by a script',
  script: 'by a script',
  refresh: 'by a refresh that a script adds',
  one: (kind: '' | 'temporary ') => `1 ${kind}redirect before the page`,
  several: (hops: number, temporary: number) =>
    `${count(hops, 'redirect')} before the page${temporary ? `, ${temporary} of them temporary` : ''}`,
}

export const redirectChain = defineCheck({
  id: 'redirect-chain',
  name: 'Redirect chain',
  aliases: ['redirects', '301', '302', 'redirect hops', 'crawl budget', 'redirect loop', '308'],
  titlePass: 'The URL doesn’t go through a redirect chain',
  titleFail: 'The URL goes through a redirect chain',
  why: 'Each redirect costs visitors and crawlers a round trip. Googlebot gives up after ten.',
  how: 'Redirect the first URL straight to the last, and update links and sitemaps to the final URL. Use 301 or 308 for permanent moves.',
  action: 'Lead visitors to this page directly',
  effort: 'minutes',
  thresholds:
    'Pass: no redirect, or one. Warning: two to ten; Googlebot follows up to ten. Temporary redirects, and those of scripts and of refreshes that scripts add, are counted too.',
  reference: googleDocs('Redirects and network errors', 'crawling-indexing/http-network-errors'),
  grade: 'recommended',
  deduction: 'A quarter for each redirect: half for two, all for four or more.',
  needs: ['response'],
  uses: ['beyond', 'metadata', 'document'],
  judgesErrors: true,
  run({ response, ...facts }) {
    const { redirects, finalUrl } = response
    const byScripts = redirectByScripts({ response, ...facts })
    const hops = redirects.length + (byScripts === null ? 0 : 1)
    if (hops === 0) return pass({ value: 0, title: 'The URL doesn’t redirect' })
    const sent = redirects.map(({ url, status, location }) => ({
      url,
      note: [
        String(status),
        ...(permanence[status] ? [permanence[status]] : []),
        location === null ? 'no Location header' : `to ${location.slice(0, 300)}`,
      ].join(', '),
    }))
    const added = byScripts && { url: finalUrl, note: `${byScripts.kind}, to ${byScripts.to.slice(0, 300)}` }
    const evidence = [...sent, ...(added ? [added] : [])]
    if (hops === 1 && added) return pass({ value: 1, title: texts.byScripts, evidence })
    const temporary = redirects.filter(({ status }) => permanence[status] === 'temporary').length
    if (hops === 1) return pass({ value: 1, title: texts.one(temporary ? 'temporary ' : ''), evidence })
    return warn({
      value: hops,
      extent: Math.min(1, hops / 4),
      title: texts.several(hops, temporary),
      evidence,
    })
  },
})

type ByScripts = { to: string; kind: string }

/** Returns where the scripts of a rendered page redirect, or the refresh that they add; null if they don't. */
function redirectByScripts({
  beyond,
  response,
  metadata,
  document,
}: Pick<PageFacts, 'response'> & Partial<Pick<PageFacts, 'beyond' | 'metadata' | 'document'>>): ByScripts | null {
  if (!beyond?.rendered || beyond.rendered.isRefresh) return null
  const to = scriptRedirectOf({ response, beyond })
  if (to !== null) return { to, kind: texts.script }
  // The refresh of the HTML has a check of its own.
  const [refresh] = metadata && document ? redirectingRefreshes({ response, metadata, document }) : []
  return refresh ? { to: refresh.url, kind: texts.refresh } : null
}
