import { counted } from '#contract/format/numbers.ts'
import { indexabilityOfRow, indexabilityText } from '#contract/reports/indexability.ts'
import { type Rating, ratingOf, ratingTable, roundScore } from '#contract/reports/rating.ts'
import type { Report } from '#contract/reports/report.ts'
import type { LinkRecord } from '#service/store/share-links/share-links.ts'
import type { WebsiteRecord } from '#service/store/websites/websites.ts'
import type { Card } from './card.ts'
import { cutEnd, cutMiddle, plainLine, readableHost, readablePath } from './plain-text.ts'

/** Size of the picture in pixels. Networks show it large. */
export const imageSize = { width: 1200, height: 630 }

/** The preview of a public page in chat programs and networks. Plain text, not escaped. */
export type Preview = {
  title: string
  /** A single sentence. */
  description: string
  /** Alternative text of the picture. */
  alt: string
  card: Card
}

const maxUrlLength = 90
const dayInWords = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

type Previewed = Pick<
  Report,
  'url' | 'domain' | 'title' | 'score' | 'result' | 'created_at' | 'indexability' | 'main_issue'
> &
  Partial<Pick<Report, 'redirects_to' | 'redirect_statuses' | 'indexing_code' | 'indexed_url'>> & {
    /** The number of failed checks and warnings. */
    to_fix: number
  }

export function previewOfReport(report: Previewed): Preview {
  const { host, path } = hostAndPath(report)
  // Reports of this service always have a score.
  const score = Math.round(report.score!)
  const rating = report.result ?? ratingOf(score)
  const note = report.to_fix === 0 ? 'Nothing to fix' : `${report.to_fix} to fix`
  const date = report.created_at === null ? null : dayInWords.format(Date.parse(report.created_at))
  const shortUrl = cutMiddle(plainLine(readableHost(host) + readablePath(path)), maxUrlLength)
  // Snapshots from before the state was stored have none.
  const decided = indexabilityOfRow(report)
  const indexability = decided && indexabilityText(decided)
  const sentence = indexability === null ? '' : ` ${indexability}.`
  return {
    title: `${shortUrl} · ${score} of 100`,
    description: `Scored ${score} of 100 (${ratingTable[rating].label}) with ${uncapitalised(note)}${date === null ? '' : `, on ${date}`}.${sentence}`,
    alt: `${shortUrl}: ${inWords(score, rating)}, ${uncapitalised(note)}.${sentence}`,
    card: {
      host,
      path,
      title: report.title,
      indexability,
      score,
      rating,
      note,
      date,
    },
  }
}

export function previewOfWebsite(website: WebsiteRecord): Preview {
  const { domain, pages_count, counted_pages, counted_average } = website
  const shortUrl = cutMiddle(plainLine(readableHost(domain)), maxUrlLength)
  const card = { host: domain, path: '', title: null, indexability: null, date: null }
  if (counted_average === null) {
    const [none, note] =
      pages_count === 0 ? ['no reports yet', 'No reports yet'] : ['no indexable pages', 'No indexable pages']
    return {
      title: shortUrl,
      description: `This website has ${none}.`,
      alt: `${shortUrl}: ${none}.`,
      card: { ...card, score: null, rating: null, note },
    }
  }
  const { counted_good: good, counted_decent: decent, counted_bad: bad } = website
  const score = roundScore(counted_average)
  const rating = ratingOf(score)
  const parts = `${good} good, ${decent} decent, ${bad} bad`
  return {
    title: `${shortUrl} · ${score} of 100`,
    description: `${counted(counted_pages, 'indexable page')} with an average score of ${score} of 100 (${ratingTable[rating].label}): ${parts}.`,
    alt: `${shortUrl}: ${inWords(score, rating)} on average; ${parts}.`,
    card: {
      ...card,
      score,
      rating,
      note: counted_pages === 1 ? '1 indexable page' : `Average of ${counted(counted_pages, 'indexable page')}`,
    },
  }
}

/** Shows the name of a view, because its URL means nothing to people. */
export function previewOfView({ label, title, list }: Pick<LinkRecord, 'label' | 'title' | 'list'>): Preview {
  const name = cutEnd(plainLine(label) || plainLine(title) || 'Shared list', maxUrlLength)
  const note = list === 'websites' ? 'A list of websites' : 'A list of reports'
  return {
    title: name,
    description: `${note}, shared by link.`,
    alt: `${name}: ${uncapitalised(note)}.`,
    card: {
      host: '',
      path: '',
      title: name,
      indexability: null,
      score: null,
      rating: null,
      note,
      date: null,
    },
  }
}

/** Returns host and path of a page's URL, in ASCII as stored. */
function hostAndPath({ url, domain }: Pick<Report, 'url' | 'domain'>): { host: string; path: string } {
  const { hostname = '', pathname = '/', search = '' } = URL.parse(url) ?? {}
  return { host: domain ?? hostname, path: pathname === '/' && search === '' ? '' : pathname + search }
}

const inWords = (score: number, rating: Rating) => `${score} of 100, ${ratingTable[rating].label}`
const uncapitalised = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)
