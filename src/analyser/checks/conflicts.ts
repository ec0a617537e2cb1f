import { isSameUrl } from '#contract/url-key.ts'
import { isCanonicalBlocked, judgeCanonical } from '../check-helpers/canonical-target.ts'
import { directiveEvidence, readIndexing } from '../check-helpers/indexing.ts'
import { defineCheck, type LocatedEvidence, googleDocs, info, notApplicable, pass, warn } from '../define-check.ts'
import { countedCanonicals, namedCanonical } from '../facts/link-elements.ts'
import { openGraph } from '../facts/metadata.ts'
import { isAbsolute } from '../facts/urls.ts'
import type { PageFacts } from '../page-facts.ts'

type Conflict = { title: string; evidence: LocatedEvidence[] }
type Facts = Pick<
  PageFacts,
  'directives' | 'canonicals' | 'canonicalAccess' | 'canonicalHost' | 'alternates' | 'response' | 'probes'
>

export const texts = {
  noindex: 'The page is noindexed, but its canonical URL is another page',
  blocked: 'robots.txt blocks the canonical URL',
  hreflang: 'The page has hreflang tags, but its canonical URL is another page',
  ogUrl: 'og:url differs from the canonical URL',
  several: (pairs: number) => `${pairs} pairs of indexing signals contradict each other`,
  canonical: (url: string) => `The canonical URL is ${url}`,
}

export const conflicts = defineCheck({
  id: 'conflicts',
  name: 'Conflicting signals',
  aliases: ['contradiction', 'noindex and canonical', 'og:url', 'hreflang and canonical'],
  titlePass: 'Indexing signals agree',
  titleFail: 'Indexing signals contradict each other',
  why: 'If a page says two things about how to index it, search engines choose one, and not always the one you meant.',
  how: 'Decide which URL should be indexed, and make noindex, canonical, hreflang, og:url and robots.txt say so. Don’t use noindex to choose between duplicates.',
  action: 'Remove contradictions about which URL belongs in search',
  effort: 'hours',
  thresholds:
    'Pass: the signals agree. Warning: the page is noindexed or has hreflang tags, but its canonical URL is another page (for hreflang, one with other content); or robots.txt blocks that URL on the same host for Googlebot (Google). Info: og:url differs from the canonical URL (common practice). Not applicable: no canonical URL, or several.',
  reference: googleDocs('Canonical URLs', 'crawling-indexing/consolidate-duplicate-urls'),
  grade: 'recommended',
  needs: ['directives', 'canonicals', 'alternates', 'metadata', 'response', 'canonicalAccess', 'probes'],
  uses: ['canonicalHost'],
  run({ metadata: { metas }, ...facts }) {
    const canonical = namedCanonical(facts.canonicals)
    if (canonical === null) return notApplicable('The page has no canonical URL, or several')
    const others = [noindexed(facts, canonical), translated(facts)].filter((conflict) => conflict !== null)
    const blockedCanonical = blocked(facts, canonical)
    const found = blockedCanonical ? [blockedCanonical, ...others] : others
    const value = found.length
    const [first] = found
    if (first)
      return warn({
        ...(others.length > 0 && { ownCause: true }),
        value,
        title: value === 1 ? first.title : texts.several(value),
        evidence: found.flatMap(({ evidence }) => evidence),
      })
    const [shared] = openGraph(metas.items, 'og:url')
    const url = shared?.content?.trim() ?? ''
    if (shared && isAbsolute(url) && URL.canParse(url) && !isSameUrl(url, canonical))
      return info(texts.ogUrl, {
        value: 0,
        evidence: [{ at: shared.at, url, note: texts.canonical(canonical.slice(0, 300)) }],
      })
    return pass({ value })
  },
})

const isElsewhere = ({ response }: Facts, canonical: string) => !isSameUrl(canonical, response.finalUrl)

const canonicalEvidence = ({ canonicals }: Facts): LocatedEvidence[] =>
  countedCanonicals(canonicals).map(({ at, url }) => ({
    ...(at === null ? {} : { at }),
    ...(url === null ? {} : { url }),
    note: at === null ? 'Canonical URL from the response header' : 'Canonical URL',
  }))

function noindexed(facts: Facts, canonical: string): Conflict | null {
  const { forbidding } = readIndexing(facts.directives.items, facts.response.answeredAt)
  if (forbidding.length === 0 || !isElsewhere(facts, canonical)) return null
  return {
    title: texts.noindex,
    evidence: [...directiveEvidence(forbidding, facts.response.finalUrl), ...canonicalEvidence(facts)],
  }
}

function blocked(facts: Facts, canonical: string): Conflict | null {
  const { canonicalAccess } = facts
  if (!isCanonicalBlocked(canonicalAccess) || !isElsewhere(facts, canonical)) return null
  const { robotsUrl, googlebot } = canonicalAccess
  return {
    title: texts.blocked,
    evidence: [
      ...canonicalEvidence(facts),
      { url: robotsUrl, ...(googlebot.rule && { line: googlebot.rule.line, snippet: googlebot.rule.text }) },
    ],
  }
}

/** A duplicate can repeat the tags of its canonical URL. */
function translated(facts: Facts): Conflict | null {
  const alternates = facts.alternates.items.filter(({ inHead }) => inHead)
  const [first] = alternates
  const kind = judgeCanonical(facts)?.kind
  if (!first || (kind !== 'unlike' && kind !== 'unknown')) return null
  return {
    title: texts.hreflang,
    evidence: [
      ...canonicalEvidence(facts),
      { ...(first.at === null ? {} : { at: first.at }), note: `The first of ${facts.alternates.total} hreflang tags` },
    ],
  }
}
