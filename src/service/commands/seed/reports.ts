import { domainToASCII } from 'node:url'
import { analysePage } from '#analyser/run.ts'
import { ratingOf } from '#contract/rating.ts'
import type { PackedReport } from '#service/store/bulk-insert.ts'
import { packJson } from '#service/store/packed-json.ts'
import { placeholderHost, placeholderNumber, seedPage } from './pages.ts'

export type SeedSize = { websites: number; reports: number }

const pageCount = 50
const from = Date.parse('2026-01-01T00:00:00.000Z')
const until = Date.parse('2026-10-31T00:00:00.000Z')

/**
 * Generates synthetic reports, always the same for the same size. Each is the real analysis of one of 50 made-up pages,
 * moved to the domain of its website. Creation times ascend over ten months. Every website gets at least one report.
 */
export function* seedReports({ websites, reports }: SeedSize): Generator<PackedReport> {
  const pages = Array.from({ length: pageCount }, (_, index) => analysedPage(index))
  const random = randomFrom(20_260_101)
  const step = (until - from) / reports
  for (let index = 0; index < reports; index += 1) {
    // Squared, so that a few websites have many reports.
    const website = index < websites ? index : Math.floor(random() ** 2 * websites)
    const page = pages[Math.floor(random() ** qualityOf(website) * pageCount)] as AnalysedPage
    const createdAt = new Date(from + Math.floor((index + random()) * step)).toISOString()
    yield reportOf(page, seedDomain(website), website % 3 === 0, 1 + Math.floor(random() * 40), createdAt)
  }
}

/** Exponent that picks the pages of a website: above 1 prefers good pages, below 1 prefers bad ones. */
const qualityOf = (website: number) => 0.35 + ((website * 0.618) % 1) * 2.4

type AnalysedPage = ReturnType<typeof analysedPage>

function analysedPage(index: number) {
  const { crawl } = seedPage(index, pageCount)
  const { facts, title, fingerprints, score, ruleset, ...judged } = analysePage(crawl)
  const {
    results,
    scoreBeforeCap,
    cappedBy,
    scoreWithoutBlockers,
    judged: checksJudged,
    categories,
    googleScore,
  } = judged
  const evaluation = JSON.stringify({
    results,
    scoreBeforeCap,
    cappedBy,
    scoreWithoutBlockers,
    judged: checksJudged,
    categories,
    googleScore,
    timings: crawl.timings,
  })
  return { url: crawl.askedUrl, title, score, ruleset, fingerprints, evaluation, facts: JSON.stringify(facts) }
}

function reportOf(
  page: AnalysedPage,
  domain: string,
  withWww: boolean,
  number: number,
  createdAt: string,
): PackedReport {
  const host = withWww ? `www.${domain}` : domain
  const replacePlaceholders = (text: string) =>
    text.replaceAll(placeholderHost, host).replaceAll(placeholderNumber, String(number))
  const { title, score, ruleset, fingerprints } = page
  return {
    url: replacePlaceholders(page.url),
    domain,
    title,
    score,
    result: ratingOf(score),
    engine: 'http',
    ruleset,
    fingerprints,
    evaluation: packJson(replacePlaceholders(page.evaluation)),
    facts: packJson(replacePlaceholders(page.facts)),
    createdAt,
  }
}

/** Returns a generator of random numbers from 0 to below 1, always the same for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const firstWords =
  'oak linen copper river amber cedar harbour meadow silver maple orchard pebble lantern walnut clover juniper marble willow saffron thistle grün blå été'.split(
    ' ',
  )
const secondWords =
  'lamp table garden bakery bicycle library kitchen studio workshop market museum atlas compass kettle ladder needle pencil violin wagon window'.split(
    ' ',
  )

/** Returns the domain of website `index` (from 0): two words and, once all pairs are used, a number. */
function seedDomain(index: number): string {
  const first = firstWords[index % firstWords.length]
  const second = secondWords[Math.floor(index / firstWords.length) % secondWords.length]
  const round = Math.floor(index / (firstWords.length * secondWords.length))
  return domainToASCII(`${first}-${second}${round === 0 ? '' : `-${round + 1}`}.example`)
}
