import { type CheckResult, type Evidence, evidenceLimit } from '#contract/analysis.ts'
import type { CategoryScores } from '#contract/report.ts'
import { catalogue, type Entry, ruleset } from './catalogue.ts'
import type { Crawl, Probe, ProbeRequest } from './crawl.ts'
import { type Finding, sourceOf, type Verdict } from './define-check.ts'
import { collectFacts, noBeyondFacts } from './facts/collect.ts'
import { fingerprint, simHash } from './facts/fingerprint.ts'
import { documentTitle } from './facts/metadata.ts'
import { digestProbes } from './facts/probes.ts'
import { withReasonCodes } from './facts/reason-codes.ts'
import { clip, limits } from './facts/text.ts'
import { locate, type Places } from './locate.ts'
import type { JudgedFacts, PageFacts, SiteFacts, StoredFacts } from './page-facts.ts'
import { planProbes } from './probes/plan.ts'
import { defaultExtent, type Scored, scoreOf } from './score.ts'

export type Judgement = {
  ruleset: number
  results: Record<string, CheckResult>
  score: number
  scoreBeforeCap: number
  cappedBy: string[]
  scoreWithoutBlockers: number | null
  judged: number
  categories: CategoryScores
  googleScore: number | null
  /** Checks that threw. Their results say so without details, because results are shown to visitors. */
  checkErrors: CheckError[]
}

export type CheckError = { check: string; stack: string }

/** Hashes of the normalised texts, equal for equal texts. Null for an empty text. */
export type Fingerprints = {
  title: string | null
  description: string | null
  body: string | null
  bodyShape: string | null
}

/** A page whose facts are collected, with the probe requests to make before it is judged. */
export type PageReading = {
  facts: PageFacts
  probeRequests: ProbeRequest[]
  title: string | null
  fingerprints: Fingerprints
}

/** Groups of facts that point to no element, except those behind probe requests. */
const groupsWithoutPlaces: readonly (keyof PageFacts)[] = [
  'response',
  'timings',
  'robots',
  'stack',
  'probes',
  'site',
  'beyond',
]

/** The checks that run once before the page is judged, to learn the elements they point to. */
export const checksWithPlaces = catalogue.filter(
  ({ check }) => !check.withoutPlaces && !check.needs.every((need) => groupsWithoutPlaces.includes(need)),
)

/**
 * Collects the facts of a page, with the places of everything that evidence can point to: what the checks point to so
 * far, the elements behind the probe requests, title and description. Equal input gives equal output.
 */
export function readPage(crawl: Crawl): PageReading {
  const { facts, text, ...page } = collectFacts(crawl)
  const probeRequests = planProbes(facts)
  const findings = runChecks(facts, checksWithPlaces).flatMap(({ verdict }) => verdict?.evidence ?? [])
  const { description, titles, metas } = facts.metadata
  const title = documentTitle(facts.metadata)
  const named = [...titles.items.slice(0, 1), ...metas.items.filter(({ name }) => name === 'description').slice(0, 1)]
  const ordinals = [...findings, ...probeRequests, ...named].flatMap(({ at }) => (typeof at === 'number' ? [at] : []))
  facts.places = locate(ordinals, page)
  return {
    facts,
    probeRequests,
    title: title === null ? null : clip(title, limits.text),
    fingerprints: {
      title: fingerprint(title ?? ''),
      description: fingerprint(description ?? ''),
      body: fingerprint(text),
      bodyShape: simHash(text),
    },
  }
}

/**
 * Items of long lists that are kept. The probe requests were chosen before, and checks need no more than the beginning.
 */
const keptItems = { links: 150, images: 100 }

/** Adds what became known after the page was read: the responses of linked resources and the website's other pages. */
export function completeFacts(facts: PageFacts, probes: Probe[], site: SiteFacts | null): PageFacts {
  const { links, images } = facts
  return {
    ...facts,
    links: { ...links, items: links.items.slice(0, keptItems.links) },
    images: { ...images, items: images.items.slice(0, keptItems.images) },
    probes: digestProbes(probes),
    site,
  }
}

/**
 * Judges facts by the current ruleset, without the page. Older facts without the group `beyond` lack nothing, because
 * no report has that data yet.
 */
export const judge = (facts: StoredFacts): Judgement => conclude(runChecks(current(facts), catalogue), facts.places)

const current = ({ probes, ...facts }: StoredFacts): JudgedFacts => ({
  beyond: noBeyondFacts,
  ...facts,
  ...(probes && { probes: withReasonCodes(probes) }),
})

export type Analysis = Judgement & Omit<PageReading, 'probeRequests'>

/** Collects and judges in one step, for callers that already have the responses. */
export function analysePage(crawl: Crawl, probes: Probe[] = [], site: SiteFacts | null = null): Analysis {
  const { probeRequests: _, ...reading } = readPage(crawl)
  const facts = completeFacts(reading.facts, probes, site)
  return { ...judge(facts), ...reading, facts }
}

/** `verdict` is null for a check that threw, and `error` is what it threw. */
type Run = { entry: Entry; verdict: Verdict | null; error?: unknown }

export function runChecks(facts: JudgedFacts, entries: readonly Entry[]): Run[] {
  return entries.map((entry) => {
    try {
      const verdict = entry.check.run(facts)
      return { entry, verdict: { ...verdict, evidence: (verdict.evidence ?? []).slice(0, evidenceLimit) } }
    } catch (error) {
      return { entry, verdict: null, error }
    }
  })
}

export function conclude(runs: Run[], places: Places): Judgement {
  const scored = runs.map(({ entry, verdict }): Scored => ({
    id: entry.check.id,
    category: entry.category,
    points: entry.points,
    outcome: verdict?.outcome ?? 'error',
    extent: verdict?.extent ?? (verdict?.outcome === 'fail' ? defaultExtent.fail : defaultExtent.warn),
    fromGoogle: sourceOf(entry.check) === 'google',
    blocker: entry.blocker,
    scored: entry.scored,
    supersedes: entry.check.supersedes ?? [],
  }))
  const { pointsLost, supersededBy, ...score } = scoreOf(scored)
  const results: Record<string, CheckResult> = {}
  const checkErrors: CheckError[] = []
  for (const { entry, verdict, error } of runs) {
    const { id } = entry.check
    results[id] = resultOf(
      entry,
      verdict,
      { lost: pointsLost.get(id) ?? 0, supersededBy: supersededBy.get(id) ?? null },
      places,
    )
    if (verdict === null) checkErrors.push({ check: id, stack: stackOf(error) })
  }
  return { ruleset, results, ...score, checkErrors }
}

const stackOf = (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error))

function resultOf(
  { check, category, importance, scored }: Entry,
  verdict: Verdict | null,
  { lost, supersededBy }: { lost: number; supersededBy: string | null },
  places: Places,
): CheckResult {
  const outcome = verdict?.outcome ?? 'error'
  const passed = outcome !== 'warn' && outcome !== 'fail'
  return {
    outcome,
    passed,
    title:
      verdict === null
        ? 'This check broke on this page'
        : (verdict.title ?? (passed ? check.titlePass : check.titleFail)),
    category,
    importance,
    evidence_grade: check.grade,
    scored,
    points_lost: lost,
    superseded_by: supersededBy,
    reason:
      verdict === null
        ? 'The check itself failed, so nothing is said and nothing is counted.'
        : (verdict.reason ?? null),
    errors: null,
    value: verdict?.value ?? null,
    evidence: (verdict?.evidence ?? []).map((finding) => evidenceOf(finding, places)),
  }
}

const evidenceOf = ({ at, ...finding }: Finding, places: Places): Evidence => ({
  ...(at === undefined ? {} : places[at]),
  ...finding,
})
