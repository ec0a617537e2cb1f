import { ignoredCanonicalText } from '#contract/reports/indexability.ts'
import { type CanonicalTarget, judgeCanonical } from '../check-helpers/canonical-target.ts'
import { headEnd } from '../check-helpers/evidence.ts'
import { fromHeader } from '../check-helpers/indexing.ts'
import {
  countSeen,
  defineCheck,
  fail,
  type LocatedEvidence,
  googleDocs,
  info,
  pass,
  type CheckOutput,
  warn,
} from '../define-check.ts'
import { type Canonical, countedCanonicals, distinctCanonicals } from '../facts/link-elements.ts'
import { noResponse } from '../probes/results.ts'

export const texts = {
  none: 'The page has no canonical tag',
  outside: 'The canonical tag is outside the head, so it’s ignored',
  ignored: 'An attribute makes Google ignore the canonical tag',
  attribute: (name: string) => `Google ignores canonical tags with the attribute ${name}.`,
  several: (amount: string) => `The page has ${amount} different canonical URLs`,
  relative: 'The canonical URL is relative',
  fragment: (fragment: string) => `The canonical URL has a fragment (${fragment}), which Google drops`,
  malformed: 'The canonical URL is empty or malformed',
  works: 'The canonical tag is valid and its target works',
  wellFormed: 'The canonical tag itself is valid',
  error: (status: number | null) => `The canonical URL returns ${status}.`,
  unreachable: (reason: string) => `The canonical URL can’t be reached: ${reason}.`,
  noindexed: (where: string) => `The canonical URL is noindexed. ${where}.`,
  redirects: (next: string) => `The canonical URL redirects to ${next}.`,
  redirectsBack: 'The canonical URL redirects back to this page.',
  mutual: 'The canonical URL names this page as its own canonical URL.',
  hasAnother: 'The canonical URL has a different canonical of its own',
  another: (next: string) => `Its own canonical URL is ${next}`,
  blocked: 'robots.txt blocks the canonical URL.',
}

export const canonicalValid = defineCheck({
  id: 'canonical-valid',
  name: 'Canonical tag',
  aliases: [
    'rel canonical',
    'canonical link',
    'canonical URL',
    'duplicate content',
    'canonicalisation',
    'canonicalization',
  ],
  titlePass: 'The canonical tag is valid',
  titleFail: 'The canonical tag or its target doesn’t work',
  faults: {
    outside: texts.outside,
    ignored: texts.ignored,
    malformed: texts.malformed,
    several: 'The page has several canonical URLs',
    relative: texts.relative,
    target: 'The canonical URL doesn’t work',
    another: texts.hasAnother,
  },
  why: 'The canonical tag tells search engines which of several similar pages to index. They ignore conflicting or broken ones and choose for themselves.',
  how: 'Put one <link rel="canonical" href="https://example.com/page"> in the head, with an absolute URL. If you also send a Link header, make it match. The target must return 200, be indexable and be its own canonical.',
  action: 'Repair the tag that names the page’s main URL',
  effort: 'minutes',
  thresholds:
    'Pass: one absolute canonical URL, which works. Warning: the URL is relative (Google supports it but advises against it) or has a different canonical; or the only tag is outside the head or has hreflang, lang, media or type, so that Google ignores it. Fail: conflicting, empty or malformed canonicals; or a target that is missing, redirects, is noindexed, is blocked by robots.txt or names this page as its canonical, so that Google will probably ignore it. Info: no canonical tag (Google doesn’t require one), or one with a fragment. URLs that differ by a fragment are one.',
  reference: googleDocs('Canonical URLs', 'crawling-indexing/consolidate-duplicate-urls'),
  grade: 'recommended',
  deduction:
    'All of them for several URLs. 60% for an empty or malformed one, or a tag that is ignored. 60% for a target that Google will probably ignore, or with a different canonical. 25% for a relative URL.',
  supersedes: ['conflicts', 'in-sitemap'],
  needs: ['canonicals', 'response', 'probes', 'head', 'canonicalAccess'],
  uses: ['ignoredCanonicals', 'canonicalHost'],
  run({ head, ignoredCanonicals, ...facts }) {
    const { canonicals, response } = facts
    const counted = countedCanonicals(canonicals)
    const evidence = (list: Canonical[]) => list.map((canonical) => evidenceOf(canonical, response.finalUrl))
    if (counted.length === 0) {
      if (canonicals.total > 0)
        return warn({
          extent: ignoredExtent,
          fault: 'outside',
          evidence: [...evidence(canonicals.items), ...headEnd(head)],
        })
      const ignored = ignoredCanonicals?.items ?? []
      if (ignored.length === 0) return info(texts.none)
      return warn({
        extent: ignoredExtent,
        value: ignored[0]?.attribute ?? null,
        fault: 'ignored',
        evidence: ignored.map((canonical) => ({
          ...evidenceOf({ ...canonical, inHead: true }, response.finalUrl),
          note: texts.attribute(canonical.attribute),
        })),
      })
    }
    const unreadable = counted.filter(({ url }) => url === null)
    if (unreadable.length > 0)
      return fail({
        extent: ignoredExtent,
        value: unreadable[0]?.href ?? '',
        fault: 'malformed',
        evidence: evidence(unreadable),
      })
    const relative = counted.filter(({ absolute }) => !absolute)
    const different = distinctCanonicals(counted).length
    if (different > 1)
      return fail({
        value: different,
        fault: 'several',
        title: texts.several(countSeen(different, canonicals)),
        evidence: evidence(counted),
      })
    const verdict = judgeCanonical(facts)
    const output = verdict === null ? pass({ value: response.finalUrl }) : evaluateVerdict(verdict)
    if (relative.length > 0 && output.outcome !== 'fail')
      return warn({
        extent: Math.max(0.25, output.extent ?? 0),
        value: relative[0]?.href ?? '',
        fault: 'relative',
        evidence: evidence(relative),
      })
    const [withFragment] = counted.filter(({ href }) => /#./.test(href))
    if (withFragment && output.outcome === 'pass')
      return info(texts.fragment(withFragment.href.slice(withFragment.href.indexOf('#')).slice(0, 40)), {
        value: withFragment.href,
        evidence: evidence([withFragment]),
      })
    return output
  },
})

type Fault = 'target' | 'another'

/** Google ignores the tag, and chooses a canonical URL itself. */
const ignoredExtent = 0.6

const evidenceOf = ({ source, at, url, href }: Canonical, finalUrl: string): LocatedEvidence =>
  source === 'link' && at !== null
    ? { at, ...(url === null ? {} : { url }) }
    : {
        url: url ?? finalUrl,
        snippet: `link: <${href.slice(0, 250)}>; rel="canonical"`,
        note: fromHeader,
      }

/** Evaluates the target, unless it is on another host, which is another check's fault to show. */
const evaluateVerdict = ({ kind, target }: NonNullable<ReturnType<typeof judgeCanonical>>): CheckOutput<Fault> =>
  kind === 'foreign' || kind === 'staging'
    ? pass({ value: target.url, title: texts.wellFormed })
    : evaluateTarget(target)

/** Evaluates the canonical URL if it is another page. */
function evaluateTarget(target: CanonicalTarget): CheckOutput<Fault> {
  const { kind, url } = target
  if (kind === 'self') return pass({ value: url })
  if (kind === 'unknown') return noResponse('We couldn’t check the canonical URL', target.probes)
  if (kind === 'unreadable') return pass({ value: url, title: texts.wellFormed })
  const ignored = (evidence: LocatedEvidence) =>
    fail({ fault: 'target', extent: ignoredExtent, value: url, title: ignoredCanonicalText, evidence: [evidence] })
  if (kind === 'blocked') {
    const { robotsUrl, googlebot } = target.access
    return ignored({
      url: robotsUrl,
      note: texts.blocked,
      ...(googlebot.rule && { line: googlebot.rule.line, snippet: googlebot.rule.text }),
    })
  }
  const { at, status, reason, finalUrl } = target.probe
  const noted = (note: string): LocatedEvidence => ({ url, ...(at === null ? {} : { at }), note })
  switch (kind) {
    case 'unreachable':
      return ignored(noted(texts.unreachable(reason ?? 'no response')))
    case 'error':
      return ignored(noted(texts.error(status)))
    case 'noindexed': {
      const { source, text } = target.directive
      const where = source === 'header' ? 'X-Robots-Tag' : 'Robots meta tag'
      return ignored(noted(texts.noindexed(`${where}: ${text.slice(0, 200)}`)))
    }
    case 'back':
      return ignored(noted(texts.redirectsBack))
    case 'mutual':
      return ignored(noted(texts.mutual))
    case 'redirects':
      return ignored(noted(texts.redirects((finalUrl ?? target.next).slice(0, 300))))
    case 'further':
      return warn({
        value: url,
        extent: ignoredExtent,
        fault: 'another',
        evidence: [noted(texts.another(target.next.slice(0, 300)))],
      })
    case 'works':
      return pass({ value: url, title: texts.works })
  }
}
