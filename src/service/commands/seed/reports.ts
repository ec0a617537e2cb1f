import { analysePage } from '#analyser/run.ts'
import { ratingOf } from '#contract/rating.ts'
import type { PackedReport } from '#service/store/bulk.ts'
import { packJson } from '#service/store/payload.ts'
import { seedDomain } from './domains.ts'
import { placeholderHost, placeholderNumber, seedPage } from './pages.ts'

export type SeedSize = { websites: number; reports: number }

const pageCount = 50
const from = Date.parse('2026-01-01T00:00:00.000Z')
const until = Date.parse('2026-10-31T00:00:00.000Z')

/**
 * Synthetic reports, the same for the same numbers: each is the real analysis of one of 50 made-up pages, under a domain
 * of its own website, their times ascending over ten months. Every website gets at least one.
 */
export function* seedReports({ websites, reports }: SeedSize): Generator<PackedReport> {
  const pages = Array.from({ length: pageCount }, (_, index) => analysedPage(index))
  const random = numbersFrom(20_260_101)
  const step = (until - from) / reports
  for (let index = 0; index < reports; index += 1) {
    // Squared, so that some websites have many reports and most have few.
    const website = index < websites ? index : Math.floor(random() ** 2 * websites)
    const page = pages[Math.floor(random() ** leaningOf(website) * pageCount)] as AnalysedPage
    const createdAt = new Date(from + Math.floor((index + random()) * step)).toISOString()
    yield reportOf(page, seedDomain(website), website % 3 === 0, 1 + Math.floor(random() * 40), createdAt)
  }
}

/** Well-kept websites lean towards the better pages (above 1), neglected ones towards the worse. */
const leaningOf = (website: number) => 0.35 + ((website * 0.618) % 1) * 2.4

type AnalysedPage = ReturnType<typeof analysedPage>

function analysedPage(index: number) {
  const { gathered } = seedPage(index, pageCount)
  const { facts, title, fingerprints, score, ruleset, ...judged } = analysePage(gathered)
  const { results, scoreBeforeCap, cappedBy, categories, googleScore } = judged
  const verdict = JSON.stringify({
    results,
    scoreBeforeCap,
    cappedBy,
    categories,
    googleScore,
    timings: gathered.timings,
  })
  return { url: gathered.askedUrl, title, score, ruleset, fingerprints, verdict, facts: JSON.stringify(facts) }
}

function reportOf(
  page: AnalysedPage,
  domain: string,
  withWww: boolean,
  number: number,
  createdAt: string,
): PackedReport {
  const host = withWww ? `www.${domain}` : domain
  const own = (text: string) => text.replaceAll(placeholderHost, host).replaceAll(placeholderNumber, String(number))
  const { title, score, ruleset, fingerprints } = page
  return {
    url: own(page.url),
    domain,
    title,
    score,
    result: ratingOf(score),
    engine: 'http',
    ruleset,
    fingerprints,
    verdict: packJson(own(page.verdict)),
    facts: packJson(own(page.facts)),
    createdAt,
  }
}

/** Numbers from 0 to below 1, the same for the same seed. */
function numbersFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
