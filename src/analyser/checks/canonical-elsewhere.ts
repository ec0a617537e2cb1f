import { defineCheck, fail, type Finding, googleDocs, notApplicable, pass, warn } from '../define-check.ts'
import { withoutFragment } from '../facts/urls.ts'
import { countedCanonicals, namedCanonical } from '../indexing.ts'

export const canonicalElsewhere = defineCheck({
  id: 'canonical-elsewhere',
  name: 'Canonical target',
  aliases: ['canonical tag', 'rel canonical', 'canonicalised', 'duplicate content'],
  titlePass: 'The page names itself as canonical',
  titleFail: 'The page names another page as canonical',
  why: 'A page that names another one as canonical asks search engines to show that one instead. When every page names the home page, only the home page is left in search.',
  how: 'Let the page name its own address, unless it is a copy of the other one. Check templates that write the same canonical address into every page.',
  thresholds:
    "The home page as canonical of a page below it fails, as in Lighthouse (canonical). Any other address but the page's own, fragments aside, warns. Without one canonical address there is nothing to compare.",
  reference: googleDocs('Canonical URLs', 'crawling-indexing/consolidate-duplicate-urls'),
  grade: 'recommended',
  supersedes: ['in-sitemap'],
  needs: ['canonicals', 'response'],
  run({ canonicals, response: { finalUrl } }) {
    const canonical = namedCanonical(canonicals)
    if (canonical === null) return notApplicable('The page does not name one canonical address')
    if (canonical === withoutFragment(finalUrl)) return pass({ value: canonical })
    const evidence = countedCanonicals(canonicals).map(({ at }): Finding => ({
      url: canonical,
      ...(at === null ? { note: 'Header of the answer' } : { at }),
    }))
    const home = isHome(canonical) && !isHome(finalUrl)
    return home
      ? fail({ value: canonical, title: 'The page names the home page as canonical', evidence })
      : warn({ value: canonical, evidence })
  },
})

/** Whether the URL is the root of a host, under any file name and with any parameters. */
const isHome = (url: string) => /^\/(?:(?:index|default|home)\.[a-z]{3,5})?$/i.test(new URL(url).pathname)
