import { type Kysely, sql } from 'kysely'
import type { PageAtRisk, RiskCause } from '#contract/google/search-answers.ts'
import type { Indexability } from '#contract/reports/indexability.ts'
import { type Granted, isGranted } from '../access/grants.ts'
import { and } from '../lists/list.ts'
import { stateSince } from '../lists/page-list.ts'
import { cachedUntilChange } from '../query-cache.ts'
import { packedParts, readFacts } from '../reports/report-payloads.ts'
import type { Schema } from '../schema.ts'
import { dayAfter } from './days.ts'
import { findWindow, type Window, windowDays } from './refresh-clicks.ts'

/** Safety limit: of more redirects with clicks, only those of most clicks are compared with what they were. */
const maxCompared = 200

type Candidate = {
  id: number
  url: string
  status: number | null
  indexability: Indexability | null
  main_issue: string | null
  clicks: number | null
  since: string
  report_id: number
}

const causesOfChecks: Readonly<Record<string, RiskCause>> = {
  noindex: 'noindex',
  'robots-blocked': 'disallowed',
  'robots-valid': 'disallowed',
  'canonical-elsewhere': 'canonicalised',
  'canonical-valid': 'canonicalised',
}

function causeOf({ status, indexability, main_issue }: Candidate): RiskCause | null {
  if (status !== null && status >= 500) return 'server_error'
  if (status !== null && status >= 400) return 'not_found'
  if (indexability === 'redirect') return 'redirected'
  if (indexability !== 'blocked' && indexability !== 'other_url') return null
  return causesOfChecks[main_issue ?? ''] ?? (indexability === 'other_url' ? 'canonicalised' : null)
}

/**
 * Returns the pages of a website that had clicks and that Google will no longer show, those of most clicks first. Null
 * without figures. Cached until a change.
 */
export const findAtRisk = (db: Kysely<Schema>, websiteId: number): Promise<PageAtRisk[] | null> =>
  cachedUntilChange(db, `at risk ${websiteId}`, async () => {
    const window = await findWindow(db, websiteId)
    if (!window) return null
    const { rows } = await sql<Candidate>`
      select p.id, p.url, p.status, p.indexability, p.main_issue, p.clicks, ${stateSince} as since,
        p.latest_report_id as report_id
      from pages as p left join reports as r on r.id = p.latest_report_id
      where p.website_id = ${websiteId} and (p.clicks > 0 or p.clicks_before > 0)
        and (p.indexability in ('blocked', 'redirect', 'other_url') or p.status >= 400)
      order by coalesce(p.clicks, 0) + coalesce(p.clicks_before, 0) desc, p.id`.execute(db)
    const found = rows.flatMap((row) => {
      const cause = causeOf(row)
      return cause ? [{ ...row, cause, day: row.since.slice(0, 10) }] : []
    })
    const redirects = found.filter(({ cause }) => cause === 'redirected').slice(0, maxCompared)
    const elsewhere = new Set<number>()
    for (const page of redirects) if (await leadsElsewhere(db, page)) elsewhere.add(page.id)
    const atRisk = found.filter(({ id, cause }) => cause !== 'redirected' || elsewhere.has(id))
    const clicks = await clicksBefore(db, websiteId, window, atRisk)
    return atRisk
      .map(({ id, url, cause, day, ...page }) => ({
        url,
        page_id: id,
        cause,
        day,
        clicks: clicks.get(id) ?? page.clicks ?? 0,
      }))
      .filter((page) => page.clicks > 0)
      .toSorted((a, b) => b.clicks - a.clicks || a.page_id - b.page_id)
  })

/** Returns the clicks of pages in the 28 days before their days, as far as Google told. */
async function clicksBefore(
  db: Kysely<Schema>,
  websiteId: number,
  { source, last_day }: Window,
  pages: readonly { id: number; day: string }[],
): Promise<Map<number, number>> {
  const clicks = new Map<number, number>()
  if (source === 'file') return clicks
  for (const [day, some] of Map.groupBy(pages, (page) => page.day)) {
    const end = [dayAfter(day, -1), last_day].toSorted()[0] ?? last_day
    const { rows } = await sql<{ id: number; clicks: number }>`
      select u.page_id as id, sum(d.clicks) as clicks
      from search_urls as u join search_url_days as d on d.url_id = u.id and d.source = 'api'
        and d.day between ${dayAfter(end, 1 - windowDays)} and ${end}
      where u.website_id = ${websiteId} and u.page_id in (${sql.join(some.map(({ id }) => id))})
      group by u.page_id`.execute(db)
    for (const row of rows) clicks.set(row.id, row.clicks)
  }
  return clicks
}

/** Returns whether the end of a redirect has another title and H1 than the page had before. */
async function leadsElsewhere(db: Kysely<Schema>, page: Pick<Candidate, 'id' | 'report_id'>): Promise<boolean> {
  const before = await db
    .selectFrom('reports')
    .select(['id', 'title'])
    .where('page_id', '=', page.id)
    .where('indexability', '<>', 'redirect')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const now = await db.selectFrom('reports').select('title').where('id', '=', page.report_id).executeTakeFirst()
  if (!before || !now || before.title === now.title) return false
  const facts = await packedParts(db, [before.id, page.report_id], 'facts')
  const [was, is] = [facts.get(before.id), facts.get(page.report_id)].map((packed) => packed && firstH1(packed))
  return was !== is
}

function firstH1(packed: Buffer): string | null {
  const { headings } = readFacts(packed)
  return headings.items.find(({ level, hidden, text }) => level === 1 && !hidden && text !== '')?.text ?? null
}

export type WebsiteAtRisk = { website_id: number; domain: string; clicks: number }

/** Returns the clicks at risk of websites: of all that are granted, or of some. Those without figures are left out. */
export async function clicksAtRisk(
  db: Kysely<Schema>,
  granted: Granted | null,
  among?: readonly number[],
): Promise<WebsiteAtRisk[]> {
  if (among?.length === 0) return []
  let withFigures = db
    .selectFrom('search_windows as s')
    .innerJoin('websites as w', 'w.id', 's.website_id')
    .select(['w.id', 'w.domain'])
    .where('w.deleted_at', 'is', null)
    .where('s.source', 'is not', null)
    .where(and(isGranted(granted, 'w.id')))
  if (among) withFigures = withFigures.where('w.id', 'in', among)
  const found: WebsiteAtRisk[] = []
  for (const { id: website_id, domain } of await withFigures.execute()) {
    const pages = (await findAtRisk(db, website_id)) ?? []
    found.push({ website_id, domain, clicks: pages.reduce((sum, page) => sum + page.clicks, 0) })
  }
  return found
}
