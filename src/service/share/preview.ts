import { type Rating, ratingOf, ratingTable, roundScore } from '#contract/rating.ts'
import type { Report } from '#contract/report.ts'
import type { LinkRecord } from '#service/store/links.ts'
import type { Outcomes } from '#service/store/report-outcomes.ts'
import type { WebsiteRecord } from '#service/store/website-record.ts'
import type { Card } from './preview-card.ts'
import { cutEnd, cutMiddle, plainLine, readableHost, readablePath } from './preview-text.ts'

/** What chat programs and networks show of a page that anyone may open. Plain text: who writes it out escapes it. */
export type Preview = {
  title: string
  /** One sentence. */
  description: string
  /** The picture in words. */
  alt: string
  card: Card
}

const addressLength = 90
const dayInWords = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

type Previewed = Pick<Report, 'url' | 'domain' | 'title' | 'score' | 'result' | 'created_at'> & { results: Outcomes }

export function previewOfReport(report: Previewed): Preview {
  const { host, path } = placeOf(report)
  // A report of our own always has one.
  const score = Math.round(report.score!)
  const rating = report.result ?? ratingOf(score)
  const work = Object.values(report.results).filter(needsWork).length
  const note = work === 0 ? 'Nothing to fix' : `${work} to fix`
  const date = report.created_at === null ? null : dayInWords.format(Date.parse(report.created_at))
  const address = cutMiddle(plainLine(readableHost(host) + readablePath(path)), addressLength)
  return {
    title: `${address} · ${score} of 100`,
    description: `Scored ${score} of 100 (${ratingTable[rating].label}) with ${uncapitalised(note)}${date === null ? '' : `, on ${date}`}.`,
    alt: `${address}: ${inWords(score, rating)}, ${uncapitalised(note)}.`,
    card: { host, path, title: report.title, score, rating, note, date },
  }
}

export function previewOfWebsite({ domain, reportsCount, averageScore, good, decent, bad }: WebsiteRecord): Preview {
  const address = cutMiddle(plainLine(readableHost(domain)), addressLength)
  const card = { host: domain, path: '', title: null, date: null }
  if (averageScore === null) {
    return {
      title: address,
      description: 'No page of this website has a report yet.',
      alt: `${address}: no reports yet.`,
      card: { ...card, score: null, rating: null, note: 'No reports yet' },
    }
  }
  const score = roundScore(averageScore)
  const rating = ratingOf(score)
  const parts = `${good} good, ${decent} decent, ${bad} bad`
  return {
    title: `${address} · ${score} of 100`,
    description: `${reportsCount === 1 ? 'One report' : `${reportsCount} reports`} with an average score of ${score} of 100 (${ratingTable[rating].label}): ${parts}.`,
    alt: `${address}: ${inWords(score, rating)} on average; ${parts}.`,
    card: {
      ...card,
      score,
      rating,
      note: reportsCount === 1 ? 'In 1 report' : `On average of ${reportsCount} reports`,
    },
  }
}

/** A view's address says nothing: its name does. */
export function previewOfView({ label, title, list }: Pick<LinkRecord, 'label' | 'title' | 'list'>): Preview {
  const name = cutEnd(plainLine(label) || plainLine(title) || 'Shared list', addressLength)
  const note = list === 'websites' ? 'A list of websites' : 'A list of reports'
  return {
    title: name,
    description: `${note}, shared by link.`,
    alt: `${name}: ${uncapitalised(note)}.`,
    card: { host: '', path: '', title: name, score: null, rating: null, note, date: null },
  }
}

/** Of a page without its scheme, as it is stored: ASCII. */
function placeOf({ url, domain }: Pick<Report, 'url' | 'domain'>): { host: string; path: string } {
  const { hostname = '', pathname = '/', search = '' } = URL.parse(url) ?? {}
  return { host: domain ?? hostname, path: pathname === '/' && search === '' ? '' : pathname + search }
}

const needsWork = ({ outcome, passed }: Outcomes[string]) =>
  outcome === null ? !passed : outcome === 'fail' || outcome === 'warn'
const inWords = (score: number, rating: Rating) => `${score} of 100, ${ratingTable[rating].label}`
const uncapitalised = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)
