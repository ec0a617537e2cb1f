import { type Kysely, sql } from 'kysely'
import { grouped } from '#contract/format/numbers.ts'
import { indexabilities, isCounted } from '#contract/reports/indexability.ts'
import { ratings } from '#contract/reports/rating.ts'
import { type CrawlFigures, crawlLists } from '#contract/websites/crawls.ts'
import type { Schema } from '../schema.ts'
import { countCrawlList } from './crawl-lists.ts'
import { maxSeen } from './recording.ts'

/** Sentences about URLs that could not be read, of which the first are named. */
const maxNamed = 10

/** Returns the figures that follow from the stored URLs of an ended crawl. */
export async function crawlFigures(
  db: Kysely<Schema>,
  crawlId: number,
): Promise<
  Omit<CrawlFigures, 'links' | 'gaps' | 'traps' | 'parameters' | 'robots_hash' | 'sitemap_hash'> & {
    links: { blocked: number }
  }
> {
  const pages = db.selectFrom('crawl_urls').where('crawl_id', '=', crawlId).where('kind', '=', 'page')
  const groups = await pages
    .select(['indexability', 'result', sql<number>`count(*)`.as('urls'), sql<number>`sum(score)`.as('score')])
    .select(sql<number>`sum(case when failure is null then 0 else 1 end)`.as('unread'))
    .groupBy(['indexability', 'result'])
    .execute()
  const sumOf = (value: 'urls' | 'score' | 'unread', of: (group: (typeof groups)[number]) => boolean = () => true) =>
    groups.reduce((sum, group) => sum + (of(group) ? Number(group[value] ?? 0) : 0), 0)
  const inAverage = ({ indexability }: (typeof groups)[number]) => isCounted(indexability)
  const countedPages = sumOf('urls', inAverage)
  const lists: [string, number][] = []
  for (const list of crawlLists) lists.push([list, await countCrawlList(db, crawlId, list)])
  const { blocked } = await db
    .selectFrom('crawl_urls')
    .select(sql<number>`coalesce(sum(inlinks), 0)`.as('blocked'))
    .where('crawl_id', '=', crawlId)
    .where('kind', '=', 'blocked')
    .executeTakeFirstOrThrow()
  const { rendered } = await pages
    .innerJoin('reports as r', 'r.id', 'crawl_urls.report_id')
    .select(sql<number>`count(*)`.as('rendered'))
    .where('r.engine', '=', 'rendered')
    .executeTakeFirstOrThrow()
  const { targets } = await db
    .selectFrom('crawls')
    .select('targets')
    .where('id', '=', crawlId)
    .executeTakeFirstOrThrow()
  const unread = await pages
    .select(['url', 'reason'])
    .where('failure', 'is not', null)
    .orderBy('inlinks', 'desc')
    .orderBy('url')
    .limit(maxNamed)
    .execute()
  const cut = await pages
    .select(['url', 'cut_links'])
    .where('cut_links', 'is not', null)
    .orderBy('cut_links', 'desc')
    .orderBy('url')
    .limit(maxNamed)
    .execute()
  return {
    urls: sumOf('urls'),
    states: Object.fromEntries(
      indexabilities.map((state) => [state, sumOf('urls', ({ indexability }) => indexability === state)]),
    ) as CrawlFigures['states'],
    unread: sumOf('unread'),
    rendered,
    ratings: Object.fromEntries(
      ratings.map((rating) => [rating, sumOf('urls', (group) => inAverage(group) && group.result === rating)]),
    ) as CrawlFigures['ratings'],
    average_score: countedPages === 0 ? null : Math.round((sumOf('score', inAverage) / countedPages) * 100) / 100,
    lists: Object.fromEntries(lists) as CrawlFigures['lists'],
    links: { blocked: Number(blocked) },
    problems: [
      ...(targets >= maxSeen
        ? [`A crawl lists at most ${grouped(maxSeen)} URLs besides its pages, so some are missing.`]
        : []),
      ...cut.map(
        ({ url, cut_links }) => `${url} has so many links that ${grouped(cut_links ?? 0)} of them weren’t followed.`,
      ),
      ...unread.map(({ url, reason }) => `${url} couldn’t be crawled: ${reason ?? 'unknown reason'}.`),
    ],
  }
}
