import { maxRefusedLines, type ImportedFile, type LineRefusal } from '#contract/google/search-connection.ts'
import { type Figures, sumOf } from '#service/store/google/days.ts'
import { FileRefused, type Row, tablesOf } from './file-tables.ts'
import type { Period } from './search-console.ts'

export type PerformanceFile = Period & {
  /** The property's own figures of the period; null if the file doesn't have them. */
  total: Figures | null
  /** The same of each day; empty if the file doesn't have them. */
  chart: ({ day: string } & Figures)[]
  rows: number
  refused: ImportedFile['refused']
  /** Reads the figures of pages again, so that a large file isn't kept in memory. */
  pages(): AsyncGenerator<{ url: string } & Figures>
}

/**
 * Reads the export of a performance report: a ZIP, whose table of days gives the period, or a table of pages (CSV) of a
 * given one. Columns go by Google's order, because their names are in the language of the person who exported.
 *
 * @param isOwn tells if a host belongs to the website
 * @throws FileRefused
 */
export async function readPerformanceFile(
  path: string,
  given: Partial<Period>,
  isOwn: (host: string) => boolean,
): Promise<PerformanceFile> {
  let pages: Table | undefined
  let chart: Table | undefined
  let others = 0
  for await (const table of tablesOf(path)) {
    const read = await readTable(table.rows(), isOwn)
    if (isMost(read.urls, read) && (pages?.urls ?? 0) < read.urls) pages = { ...read, rows: table.rows }
    else if (isMost(read.days.length, read) && read.columns === columns) chart = { ...read, rows: table.rows }
    else others += 1
  }
  if (!pages) throw new FileRefused('no_pages')
  if (pages.columns !== columns) throw new FileRefused('wrong_columns')
  if (pages.own === 0 && pages.foreign > 0) throw new FileRefused('other_website')
  const days = chart?.days ?? []
  const { first_day, last_day } = periodOf(days) ?? given
  if (first_day === undefined || last_day === undefined) throw new FileRefused('no_days')
  const { rows } = pages
  return {
    first_day,
    last_day,
    total: days.length > 0 ? sumOf(days) : null,
    chart: days,
    rows: pages.own,
    refused: pages.refused,
    async *pages() {
      for await (const { cells, line } of rows()) {
        const page = line === 1 ? undefined : readPage(cells, isOwn)
        if (typeof page === 'object') yield page
      }
    },
  }
}

/** The key of a row, then clicks, impressions, CTR and position. An export that compares periods has more. */
const columns = 5

type Rows = () => AsyncIterable<Row>

type ReadTable = {
  columns: number
  records: number
  /** Records that name a URL, or a day. */
  urls: number
  days: ({ day: string } & Figures)[]
  own: number
  foreign: number
  refused: ImportedFile['refused']
}
type Table = ReadTable & { rows: Rows }

/** A query can be a URL, and a page can't be read: most records decide. */
const isMost = (count: number, { records }: ReadTable) => count > 0 && count * 2 >= records

async function readTable(rows: AsyncIterable<Row>, isOwn: (host: string) => boolean): Promise<ReadTable> {
  const read: ReadTable = {
    columns: 0,
    records: 0,
    urls: 0,
    days: [],
    own: 0,
    foreign: 0,
    refused: [],
  }
  for await (const { cells, line } of rows) {
    if (line === 1) {
      read.columns = cells?.length ?? 0
      continue
    }
    read.records += 1
    const [key = ''] = cells ?? []
    if (isWebUrl(key)) read.urls += 1
    const figures = isDay(key) ? readFigures(cells ?? []) : undefined
    if (figures && read.days.length < maxDays) read.days.push({ day: key, ...figures })
    const page = readPage(cells, isOwn)
    if (typeof page === 'object') read.own += 1
    else if (read.refused.length < maxRefusedLines) read.refused.push({ line, reason: page })
    if (page === 'other_website') read.foreign += 1
  }
  return read
}

/** Google keeps 16 months. */
const maxDays = 500

function periodOf(days: readonly { day: string }[]): Period | undefined {
  const sorted = days.map(({ day }) => day).toSorted()
  const [first_day, last_day] = [sorted[0], sorted.at(-1)]
  return first_day !== undefined && last_day !== undefined ? { first_day, last_day } : undefined
}

const isWebUrl = (text: string) => /^https?:\/\//i.test(text) && URL.canParse(text)
const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))

function readPage(
  cells: readonly string[] | null,
  isOwn: (host: string) => boolean,
): ({ url: string } & Figures) | LineRefusal {
  if (cells?.length !== columns) return 'wrong_columns'
  const [url = ''] = cells
  if (!isWebUrl(url)) return 'no_url'
  const figures = readFigures(cells)
  if (!figures) return 'not_a_number'
  return isOwn(new URL(url).host) ? { url, ...figures } : 'other_website'
}

function readFigures([, clicks = '', impressions = '', , position = '']: readonly string[]): Figures | undefined {
  const figures = [readCount(clicks), readCount(impressions), readPosition(position)]
  const [clickCount, impressionCount, average] = figures
  if (clickCount === undefined || impressionCount === undefined || average === undefined) return undefined
  return { clicks: clickCount, impressions: impressionCount, position_sum: average * impressionCount }
}

/** Reads a whole number, which can be grouped: 1234, 1,234, 1.234, 1 234 or 1’234, also in digits of another script. */
function readCount(text: string): number | undefined {
  const groups = inAscii(text.trim()).split(/[.,'’\u066c\s]/u)
  const isWhole = groups.every((group) => /^\d{1,15}$/.test(group))
  if (!isWhole || (groups.length > 1 && groups.at(-1)?.length !== 3)) return undefined
  const count = Number(groups.join(''))
  return Number.isSafeInteger(count) ? count : undefined
}

/** Reads a number with a decimal point or comma. */
function readPosition(text: string): number | undefined {
  const number = inAscii(text.trim()).replace(/[,\u066b]/, '.')
  return /^\d{1,6}(\.\d{1,20})?$/.test(number) ? Number(number) : undefined
}

/** Zeros of the scripts in whose digits Google writes numbers: Arabic, Persian, Devanagari and Bengali. */
const zeros = [0x660, 0x6f0, 0x966, 0x9e6]

const inAscii = (text: string) =>
  text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.charCodeAt(0)
    const zero = zeros.find((from) => code >= from && code < from + 10)
    return zero === undefined ? digit : String(code - zero)
  })
