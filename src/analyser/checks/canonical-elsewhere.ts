import { fromHeader } from '../check-helpers/indexing.ts'
import { defineCheck, fail, type LocatedEvidence, googleDocs, notApplicable, pass, warn } from '../define-check.ts'
import { countedCanonicals, namedCanonical } from '../facts/link-elements.ts'
import { withoutFragment } from '../facts/urls.ts'

export const texts = {
  homePage: 'The canonical URL is the home page',
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
    'Pass: the canonical URL is the page’s own. Warning: any other URL; fragments are ignored. Fail: the home page, on a page below it. Not applicable: no canonical URL, or several. Based on Lighthouse (canonical).',
  reference: googleDocs('Canonical URLs', 'crawling-indexing/consolidate-duplicate-urls'),
  grade: 'recommended',
  supersedes: ['in-sitemap'],
  needs: ['canonicals', 'response'],
  run({ canonicals, response: { finalUrl } }) {
    const canonical = namedCanonical(canonicals)
    if (canonical === null) return notApplicable('The page has no canonical URL, or several')
    if (canonical === withoutFragment(finalUrl)) return pass({ value: canonical })
    const evidence = countedCanonicals(canonicals).map(({ at }): LocatedEvidence => ({
      url: canonical,
      ...(at === null ? { note: texts.fromHeader } : { at }),
    }))
    const home = isHome(canonical) && !isHome(finalUrl)
    return home ? fail({ value: canonical, title: texts.homePage, evidence }) : warn({ value: canonical, evidence })
  },
})

/** Returns true if the URL is the root of a host, under any file name and with any parameters. */
const isHome = (url: string) => /^\/(?:(?:index|default|home)\.[a-z]{3,5})?$/i.test(new URL(url).pathname)
