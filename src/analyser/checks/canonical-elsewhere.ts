import { ignoredCanonicalText, indexedInstead, urlFrom } from '#contract/reports/indexability.ts'
import { isIgnorableName, isSessionName, nameOf, parametersOf } from '#contract/url-parameters.ts'
import { isHome, judgeCanonical, whyUnreadable } from '../check-helpers/canonical-target.ts'
import { fromHeader } from '../check-helpers/indexing.ts'
import {
  defineCheck,
  fail,
  grouped,
  info,
  type LocatedEvidence,
  googleDocs,
  notApplicable,
  pass,
  unknown,
  warn,
} from '../define-check.ts'
import { countedCanonicals } from '../facts/link-elements.ts'
import { noResponse } from '../probes/results.ts'

export const texts = {
  homePage: 'The canonical URL is the home page',
  unlike: 'The canonical URL has other content',
  otherHost: (host: string) => `The canonical URL names another host (${host})`,
  staging: (host: string) => `The canonical URL names your staging (${host})`,
  unreadable: (why: string) => `Google can’t read the canonical URL: ${why}`,
  campaign: (name: string) => `The canonical URL has a campaign parameter (${name})`,
  campaignIndexed: 'Google will index that URL instead of the clean one.',
  paging: (page: number) => `Page ${grouped(page)} of a list names its first page as canonical`,
  onlyThere: 'Search engines may not find what only this page links to.',
  unknown: 'We couldn’t compare the page with its canonical URL',
  notComparable: 'One of the two pages has too little text, or we couldn’t read all of the canonical URL.',
  older: 'This report lacks the text of the canonical URL. Run the analysis again.',
  fromHeader,
}

export const canonicalElsewhere = defineCheck({
  id: 'canonical-elsewhere',
  name: 'Canonical target',
  aliases: ['canonical tag', 'rel canonical', 'canonicalised', 'duplicate content'],
  titlePass: 'The canonical tag points to this page',
  titleFail: 'The canonical tag points to a different page',
  faults: {
    host: 'The canonical URL names another host',
    staging: 'The canonical URL names your staging',
    unreadable: 'Google can’t read the canonical URL',
    campaign: 'The canonical URL has a campaign parameter',
    home: texts.homePage,
    unlike: texts.unlike,
  },
  why: 'A canonical tag that points elsewhere asks search engines to index that page instead. If that page has other content, this one disappears from search.',
  how: 'Use this page’s own URL, such as <link rel="canonical" href="https://example.com/page">, unless the other page shows the same content and Google can read it. Check for templates that put the same canonical on every page, or the host of a test server.',
  action: 'Stop this page from asking Google to index a different page',
  effort: 'minutes',
  thresholds:
    'Pass: the canonical URL is the page’s own. Warning: it has a parameter of a campaign, such as utm_source. Fail: other content, such as the home page on a page below it; another host, unless we have read there that it has the same content; or a URL that Google can’t read, because it asks for a password, fails or doesn’t respond. The score is then at most 49, as for noindex. Info: it has at least half of the page’s main text (our threshold), it’s the same URL apart from parameters, or its mobile or AMP version, or it’s the first page of a list that this page continues. Unknown: we couldn’t compare the two. Not applicable: no canonical URL, several, or one that Google will probably ignore.',
  reference: googleDocs('Canonical URLs', 'crawling-indexing/consolidate-duplicate-urls'),
  grade: 'recommended',
  supersedes: ['in-sitemap'],
  needs: ['canonicals', 'response', 'probes', 'canonicalAccess'],
  uses: ['canonicalHost'],
  run(facts) {
    const { canonicals, response } = facts
    const verdict = judgeCanonical(facts)
    if (verdict === null) return notApplicable('The page has no canonical URL, or several')
    const { kind, target } = verdict
    const { url } = target
    const why = target.kind === 'unreadable' ? whyUnreadable(target.probe) : null
    const campaign = campaignParameterIn(url)
    const evidence = countedCanonicals(canonicals).map(({ at }): LocatedEvidence => ({
      url,
      ...(at === null ? { note: texts.fromHeader } : { at }),
    }))
    if (campaign !== null && (kind === 'self' || kind === 'alike'))
      return warn({
        value: url,
        fault: 'campaign',
        title: texts.campaign(campaign),
        evidence: evidence.map((item) => ({ ...item, note: texts.campaignIndexed })),
      })
    if (kind === 'self') return pass({ value: url })
    if (kind === 'ignored') return notApplicable(ignoredCanonicalText, { value: url })
    if (kind === 'alike') return info(indexedInstead(urlFrom(response.finalUrl, url)), { value: url, evidence })
    if (kind === 'paging')
      return info(texts.paging(verdict.page), {
        value: url,
        evidence: evidence.map((item) => ({ ...item, note: texts.onlyThere })),
      })
    if (verdict.kind === 'foreign' || verdict.kind === 'staging')
      return fail({
        value: url,
        fault: verdict.kind === 'staging' ? 'staging' : 'host',
        title: (verdict.kind === 'staging' ? texts.staging : texts.otherHost)(verdict.host),
        evidence: why === null ? evidence : evidence.map((item) => ({ ...item, note: texts.unreadable(why) })),
      })
    if (why !== null) return fail({ value: url, fault: 'unreadable', title: texts.unreadable(why), evidence })
    if (kind === 'unlike') return fail({ value: url, fault: isHome(url) ? 'home' : 'unlike', evidence })
    if (target.kind === 'unknown') return noResponse(texts.unknown, target.probes)
    const isOlder = 'probe' in target && target.probe.page !== null && target.probe.page.likeness === undefined
    return unknown(texts.unknown, isOlder ? texts.older : texts.notComparable, { value: url, evidence })
  },
})

/** Returns the name of the first parameter that only tells where a visit comes from. */
function campaignParameterIn(url: string): string | null {
  const names = parametersOf(new URL(url)).map(nameOf)
  return names.find((name) => isIgnorableName(name) && !isSessionName(name)) ?? null
}
