import { isSameUrl } from '#contract/url-key.ts'
import { fromHeader } from '../check-helpers/indexing.ts'
import {
  defineCheck,
  fail,
  grouped,
  type LocatedEvidence,
  googleDocs,
  notApplicable,
  pass,
  warn,
} from '../define-check.ts'
import { countedCanonicals, namedCanonical } from '../facts/link-elements.ts'

export const texts = {
  homePage: 'The canonical URL is the home page',
  paging: (page: number) => `Page ${grouped(page)} of a list names its first page as canonical`,
  onlyThere: 'Search engines may not find what only this page links to.',
  fromHeader,
}

export const canonicalElsewhere = defineCheck({
  id: 'canonical-elsewhere',
  name: 'Canonical target',
  aliases: ['canonical tag', 'rel canonical', 'canonicalised', 'duplicate content'],
  titlePass: 'The canonical tag points to this page',
  titleFail: 'The canonical tag points to another page',
  why: 'A canonical tag that points elsewhere asks search engines to index that page instead. If every page points to the home page, only the home page stays in search.',
  how: 'Use this page’s own URL, such as <link rel="canonical" href="https://example.com/page">, unless this page is a duplicate. Check for templates that put the same canonical on every page.',
  action: 'Check whether another page should stand in for this one in search',
  effort: 'minutes',
  thresholds:
    'Pass: the canonical URL is the page’s own. Warning: any other URL, such as the first page of a list on a further one; fragments are ignored. Fail: the home page, on a page below it. Not applicable: no canonical URL, or several. Based on Lighthouse (canonical).',
  reference: googleDocs('Canonical URLs', 'crawling-indexing/consolidate-duplicate-urls'),
  grade: 'recommended',
  deduction:
    'All of them; 20% for the first page of a list, 10% for another URL with the same path. That is the URL without parameters, or the page that a mobile or AMP version belongs to.',
  supersedes: ['in-sitemap'],
  needs: ['canonicals', 'response'],
  run({ canonicals, response: { finalUrl } }) {
    const canonical = namedCanonical(canonicals)
    if (canonical === null) return notApplicable('The page has no canonical URL, or several')
    if (isSameUrl(canonical, finalUrl)) return pass({ value: canonical })
    const page = pageOfList(finalUrl, canonical)
    const evidence = countedCanonicals(canonicals).map(({ at }): LocatedEvidence => ({
      url: canonical,
      ...(at === null ? { note: texts.fromHeader } : { at }),
    }))
    if (page !== null)
      return warn({
        extent: 0.2,
        value: canonical,
        title: texts.paging(page),
        evidence: evidence.map((one) => ({ ...one, note: texts.onlyThere })),
      })
    if (hasSamePath(canonical, finalUrl)) return warn({ extent: 0.1, value: canonical, evidence })
    return isHome(canonical) && !isHome(finalUrl)
      ? fail({ value: canonical, title: texts.homePage, evidence })
      : warn({ extent: 1, value: canonical, evidence })
  },
})

/** Returns true for two addresses that are likely to show the same page. */
function hasSamePath(canonical: string, finalUrl: string): boolean {
  const [one, other] = [canonical, finalUrl].map((url) => {
    const { hostname, pathname } = new URL(url)
    return `${hostname.replace(/^(?:www|m|mobile|amp)\./, '')}${pathname
      .replace(/\/$/, '')
      .replace(/\/(?:amp|index\.[a-z]{3,5})$/i, '')
      .toLowerCase()}`
  })
  return one === other
}

/** Returns true if the URL is the root of a host, under any file name and with any parameters. */
const isHome = (url: string) => /^\/(?:(?:index|default|home)\.[a-z]{3,5})?$/i.test(new URL(url).pathname)

const pageParameter = /^(?:page|p|pg|paged|page[_-]?(?:no|num|number|index)|pagenum|seite|pagina|página|sida|strona)$/i
const pageStep = /\/(?:(?:page|seite|pagina|strana)[/_-]?)(\d{1,4})\/?$/i

/** Splits a URL into the number of its page in a list, and the list. The number is null if there is none. */
function listOf(written: string): { page: number | null; list: string; isUnsure: boolean } {
  const { host, pathname, search } = new URL(written)
  const step = pageStep.exec(pathname)
  const parameters = search.slice(1).split('&').filter(Boolean)
  const named = parameters.find(
    (one) => pageParameter.test(one.split('=', 1)[0] ?? '') && /^\d{1,4}$/.test(one.slice(one.indexOf('=') + 1)),
  )
  const page = step?.[1] ?? named?.slice(named.indexOf('=') + 1)
  const path = step ? pathname.slice(0, step.index) : pathname
  const others = parameters.filter((one) => one !== named).toSorted()
  return {
    page: page === undefined ? null : Number(page),
    isUnsure: !step && named?.startsWith('p=') === true,
    list: `${host}${path.replace(/\/$/, '')}?${others.join('&')}`,
  }
}

/** Returns the number of a page of a list whose canonical URL is the first one of the same list, else null. */
function pageOfList(finalUrl: string, canonical: string): number | null {
  const [own, named] = [listOf(finalUrl), listOf(canonical)]
  // A parameter p alone can be the number of a post.
  const isPaged = !own.isUnsure || named.page !== null
  return own.page !== null && own.page > 1 && own.list === named.list && (named.page ?? 1) <= 1 && isPaged
    ? own.page
    : null
}
