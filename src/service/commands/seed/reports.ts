import { domainToASCII } from 'node:url'
import { fingerprint } from '#analyser/facts/fingerprint.ts'
import { graphemes } from '#analyser/facts/text-width.ts'
import { ratingOf } from '#contract/reports/rating.ts'
import { evaluatePage, readPage } from '#service/jobs/analyser-worker.ts'
import type { PageState } from '#service/store/pages/pages.ts'
import type { NewPackedReport } from '#service/store/reports/bulk-insert.ts'
import { packJson } from '#service/store/reports/report-payloads.ts'
import { incidents, placeholderHost, placeholderTime, qualities, seedPage, type Version } from './pages.ts'
import { seedResponse } from './responses.ts'
import { numberedSubjects, placeholderNumber, type Subject, subjects } from './subjects.ts'

export type SeedSize = { websites: number; reports: number }

const from = Date.parse('2026-01-01T00:00:00.000Z')
const until = Date.parse('2026-11-20T00:00:00.000Z')
/** Reports of a page on average, so that its history shows changes. */
const reportsPerPage = 5
const fewestPages = 3
/** The quality of a page changes this often within the time of the reports. */
const periods = 6

/**
 * Generates synthetic reports, always the same for the same size. Each is the real analysis of a version of a made-up
 * page, moved to its website, number and time. Creation times ascend, and pages get better and worse over time. Every
 * website gets at least one report.
 */
export function* seedReports({ websites, reports }: SeedSize): Generator<NewPackedReport> {
  const analysed = new Map<string, AnalysedPage>()
  const random = randomFrom(20_260_101)
  const step = (until - from) / reports
  for (let index = 0; index < reports; index += 1) {
    // Squared, so that a few websites have many reports.
    const website = index < websites ? index : Math.floor(random() ** 2 * websites)
    const page = Math.floor(random() * pagesOf(website, { websites, reports }))
    const time = index / reports
    const version = versionOf(website, page, time)
    const key = JSON.stringify([version.subject.path, version.quality, version.incident, version.scheme])
    const analysedPage = analysed.get(key) ?? analyseVersion(version)
    analysed.set(key, analysedPage)
    const at = new Date(from + Math.floor((index + random()) * step))
    yield reportOf(analysedPage, {
      domain: seedDomain(website),
      withWww: website % 3 === 0,
      number: numberOf(page),
      at,
    })
  }
}

/** The number of pages of a website, by its expected share of the reports. */
function pagesOf(website: number, { websites, reports }: SeedSize): number {
  const share = Math.sqrt((website + 1) / websites) - Math.sqrt(website / websites)
  return Math.max(fewestPages, Math.round((share * (reports - websites) + 1) / reportsPerPage))
}

const subjectOf = (page: number): Subject =>
  (page < subjects.length ? subjects[page] : numberedSubjects[page % numberedSubjects.length]) as Subject
const numberOf = (page: number) =>
  page < subjects.length ? 1 : 2 + Math.floor((page - subjects.length) / numberedSubjects.length)

/** Returns the state of a page at a time from 0 to 1. Most websites improve, and each page varies a little. */
function versionOf(website: number, page: number, time: number): Version {
  const period = Math.floor(time * periods + diceOf(website, page, 1))
  const start = 0.1 + 0.75 * diceOf(website, 2)
  const trend = (diceOf(website, 3) - 0.7) * 0.6 * time
  const own = (diceOf(website, page, 4) - 0.5) * 0.3
  const now = (diceOf(website, page, 5 + period) - 0.5) * 0.25
  const carelessness = Math.min(1, Math.max(0, start + trend + own + now))
  const hasIncident = diceOf(website, page, 50 + period) < 0.06
  return {
    subject: subjectOf(page),
    quality: Math.round(carelessness * (qualities - 1)),
    incident: hasIncident ? (incidents[page % incidents.length] ?? null) : null,
    scheme: diceOf(website, 6) < 0.08 ? 'http' : 'https',
  }
}

/** Fixed but irregular numbers from 0 to 1. */
function diceOf(...numbers: number[]): number {
  let state = 0x811c9dc5
  for (const number of numbers) state = Math.imul(state ^ (number + 1), 0x01000193)
  state = Math.imul(state ^ (state >>> 16), 0x85ebca6b)
  state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35)
  return ((state ^ (state >>> 16)) >>> 0) / 2 ** 32
}

type AnalysedPage = ReturnType<typeof analyseVersion>

function analyseVersion(version: Version) {
  const { page, fetched } = seedPage(version)
  const { facts: read, probeRequests, title, fingerprints } = readPage(fetched)
  const probes = probeRequests.map((request) => seedResponse(request, page))
  const { facts, evaluation, state, score, ruleset } = evaluatePage({ facts: read, probes })
  return {
    url: fetched.askedUrl,
    title,
    score,
    ruleset,
    fingerprints,
    state: JSON.stringify(state),
    evaluation: JSON.stringify(evaluation),
    facts: JSON.stringify(facts),
  }
}

type PlaceholderValues = { domain: string; withWww: boolean; number: number; at: Date }

function reportOf(page: AnalysedPage, { domain, withWww, number, at }: PlaceholderValues): NewPackedReport {
  const replacePlaceholders = (text: string) =>
    text
      .replaceAll(placeholderHost, withWww ? `www.${domain}` : domain)
      .replaceAll(placeholderNumber, String(number))
      .replaceAll(placeholderTime.toISOString(), at.toISOString())
      .replaceAll(placeholderTime.toUTCString(), at.toUTCString())
  const { score, ruleset } = page
  const state = JSON.parse(replacePlaceholders(page.state)) as PageState
  const title = page.title === null ? null : replacePlaceholders(page.title)
  // Pages of one subject differ by their number alone, so only its first page has the hashes of the text.
  const { description, body, bodyShape } = page.fingerprints
  const ofNumber = (hash: string | null) => (hash === null || number === 1 ? hash : fingerprint(`${hash} ${number}`))
  return {
    url: replacePlaceholders(page.url),
    domain,
    title,
    score,
    result: ratingOf(score),
    engine: 'http',
    ruleset,
    fingerprints: {
      title: fingerprint(title ?? ''),
      description: ofNumber(description),
      body: ofNumber(body),
      bodyShape: ofNumber(bodyShape),
    },
    state: { ...state, columns: withLengths(state.columns) },
    evaluation: packJson(replacePlaceholders(page.evaluation)),
    facts: packJson(replacePlaceholders(page.facts)),
    created_at: at.toISOString(),
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
export function seedDomain(index: number): string {
  const first = firstWords[index % firstWords.length]
  const second = secondWords[Math.floor(index / firstWords.length) % secondWords.length]
  const round = Math.floor(index / (firstWords.length * secondWords.length))
  return domainToASCII(`${first}-${second}${round === 0 ? '' : `-${round + 1}`}.example`)
}

/** The number of a page can be shorter or longer than its placeholder. */
const withLengths = (columns: PageState['columns']): PageState['columns'] => ({
  ...columns,
  title_length: columns.title_length === null ? null : graphemes(columns.title ?? ''),
  description_length: columns.description_length === null ? null : graphemes(columns.description ?? ''),
})
