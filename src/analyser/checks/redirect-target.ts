import { looksPrivate } from '#contract/reports/indexability.ts'
import { defineCheck, fail, googleDocs, type LocatedEvidence, notApplicable, pass, warn } from '../define-check.ts'
import { isSuccess } from '../fetched-page.ts'
import type { PageFacts } from '../page-facts.ts'

export const texts = {
  noRedirect: 'The URL doesn’t redirect',
  error: (status: number) => `The redirect leads to an error page (${status})`,
  home: 'The redirect leads to the home page',
}

export const redirectTarget = defineCheck({
  id: 'redirect-target',
  name: 'Redirect target',
  aliases: ['redirect to 404', 'redirect to home page', 'soft 404', 'site move', '301'],
  titlePass: 'The redirect leads to another page',
  titleFail: 'The redirect leads to the wrong page',
  faults: {
    error: 'The redirect leads to an error page',
    home: texts.home,
  },
  why: 'Visitors and search engines don’t find what the old URL showed. Google treats a redirect to the home page as an error page (soft 404).',
  how: 'Redirect the URL to the page that replaces it. If there is none, return 404 or 410.',
  action: 'Lead old addresses to the pages that replace them',
  effort: 'hours',
  thresholds:
    'Pass: the redirects end at another page. Warning: a permanent redirect (301, 308) leads from another page to the home page, or to that of a language. Pages such as /index.html, and those for signing in or paying, are left out. Fail: the redirects end at an error. Not applicable: no redirect.',
  reference: googleDocs('Site moves', 'crawling-indexing/site-move-with-url-changes'),
  grade: 'recommended',
  needs: ['response'],
  withoutLocations: true,
  judgesErrors: true,
  run({ response }) {
    const { redirects, finalUrl, status } = response
    if (redirects.length === 0) return notApplicable(texts.noRedirect)
    const evidence: LocatedEvidence[] = [{ url: finalUrl }]
    if (!isSuccess(status)) return fail({ value: finalUrl, fault: 'error', title: texts.error(status), evidence })
    return leadsHome(response) ? warn({ value: finalUrl, fault: 'home', evidence }) : pass({ value: finalUrl })
  },
})

const permanent = new Set([301, 308])
const startPage =
  /^(?:index|home|homepage|default|start|main|startseite|accueil|inicio|welcome)(?:[.-]\w{1,5})?$|^[a-z]{2}(?:[-_][a-z]{2,4})?$/i
const language = /^[a-z]{2}(?:[-_][a-z]{2,4})?$/i

/** Steps of a path, without the one that names a language. */
function stepsOf(url: string): string[] {
  const [first = '', ...rest] = new URL(url).pathname.split('/').filter(Boolean)
  if (first === '') return []
  return language.test(first) ? rest : [first, ...rest]
}

function leadsHome({ redirects, askedUrl, finalUrl }: PageFacts['response']): boolean {
  if (!redirects.every(({ status }) => permanent.has(status)) || looksPrivate(askedUrl)) return false
  const isHome = (url: string) => stepsOf(url).every((step) => startPage.test(step))
  return isHome(finalUrl) && stepsOf(finalUrl).length === 0 && !isHome(askedUrl)
}
