import { type RawBuilder, sql, type Transaction } from 'kysely'
import { todayInUtc } from '#contract/format/dates.ts'
import { groupsOf } from '#contract/lists/page-groups.ts'
import { normaliseEscapes, urlKey } from '#contract/url-key.ts'
import type { Engine } from '../engine.ts'
import { searchTextOfUrl } from '../lists/search-text.ts'
import type { Schema } from '../schema.ts'
import type { Step } from './all.ts'

/**
 * 004: pages by the keys of their URLs. Pages whose URLs have the same key become one, under the URL of the newest
 * report: what belongs to that page stays, and the rest comes from the others.
 */
export function addPageKeys(engine: Engine): Step[] {
  const key = engine === 'sqlite' ? 'text' : 'text collate "C"'
  return [
    `alter table pages add column url_key ${key} not null default ''`,
    `alter table job_urls add column url_key ${key} not null default ''`,
    'update pages set url_key = url',
    'update job_urls set url_key = url',
    uniteWaivers,
    'drop index pages_url',
    'drop index job_urls_url',
    keyPages,
    keyReports,
    keyJobUrls,
    'create index reports_page on reports (page_id, id)',
    ...uniteJobUrls,
    'create unique index job_urls_key on job_urls (job_id, url_key)',
    ...unitePages,
    'create unique index pages_key on pages (website_id, url_key)',
  ]
}

/** Rows that are read at once. */
const batchSize = 5_000
/** A URL without escapes is its own key, because URLs are stored as browsers write them. */
const hasEscapes = (column: string) => sql`${sql.ref(column)} like '%!%%' escape '!'`

/** Calls `change` with the rows of a query, which selects those after a position, in batches. */
async function eachRow<Row extends { position: number }>(
  tx: Transaction<Schema>,
  rows: (after: number) => RawBuilder<Row>,
  change: (row: Row) => Promise<unknown>,
) {
  for (let after = 0; ;) {
    const batch = (await sql<Row>`${rows(after)} limit ${batchSize}`.execute(tx)).rows
    for (const row of batch) await change(row)
    const last = batch.at(-1)
    if (!last) return
    after = last.position
  }
}

const keyPages = (tx: Transaction<Schema>) =>
  eachRow(
    tx,
    (after) => sql<{ position: number; url: string }>`select id as position, url from pages
      where id > ${after} and ${hasEscapes('url')} order by id`,
    async ({ position: id, url }) => {
      const key = urlKey(url)
      if (key === url) return
      const { folder, shape } = groupsOf(key)
      await sql`update pages set url_key = ${key}, folder = ${folder}, shape = ${shape} where id = ${id}`.execute(tx)
    },
  )

/** Reports keep their URLs. Their search text and the key of their final URL follow it. */
const keyReports = (tx: Transaction<Schema>) =>
  eachRow(
    tx,
    (after) => sql<{
      position: number
      url: string
      final_url: string
      search_text: string
    }>`select id as position, url,
        coalesce(page_url, url) as final_url, search_text from reports
      where id > ${after} and (${hasEscapes('url')} or ${hasEscapes('page_url')}) order by id`,
    async ({ position: id, url, final_url, search_text }) => {
      const key = urlKey(final_url)
      if (key !== final_url)
        await sql`update reports set page_url = ${key === url ? null : key} where id = ${id}`.execute(tx)
      const text = searchTextOfUrl(url)
      if (text !== search_text) await sql`update reports set search_text = ${text} where id = ${id}`.execute(tx)
    },
  )

async function keyJobUrls(tx: Transaction<Schema>) {
  const jobs = await sql<{ job_id: number }>`select distinct job_id from job_urls where ${hasEscapes('url')}`.execute(
    tx,
  )
  for (const { job_id } of jobs.rows)
    await eachRow(
      tx,
      // The source has the line 0.
      (after) => sql<{ position: number; url: string }>`select line + 1 as position, url from job_urls
        where job_id = ${job_id} and line + 1 > ${after} and ${hasEscapes('url')} order by line`,
      async ({ position, url }) => {
        const key = urlKey(url)
        if (key === url) return
        await sql`update job_urls set url_key = ${key} where job_id = ${job_id} and line = ${position - 1}`.execute(tx)
      },
    )
}

type WaiverRow = {
  id: number
  website_id: number
  check_id: string
  scope: 'page' | 'group'
  target: string
  expires_on: string | null
}

/** Gives waivers the keys of their targets. Of those that then cover the same, that of the newest report stays. */
async function uniteWaivers(tx: Transaction<Schema>) {
  const waivers = await sql<WaiverRow>`select w.id, w.website_id, w.check_id, w.scope, w.target, w.expires_on
    from waivers as w left join pages as p on p.website_id = w.website_id and p.url = w.target
    where w.target is not null order by coalesce(p.latest_report_id, 0) desc, w.id desc`.execute(tx)
  const today = todayInUtc()
  const active = new Set<string>()
  for (const { id, website_id, check_id, scope, target, expires_on } of waivers.rows) {
    const key = scope === 'page' ? urlKey(target) : normaliseEscapes(target)
    const covered = JSON.stringify([website_id, check_id, scope, key])
    const isActive = expires_on === null || expires_on >= today
    if (isActive && active.has(covered)) await sql`delete from waivers where id = ${id}`.execute(tx)
    else if (key !== target) await sql`update waivers set target = ${key} where id = ${id}`.execute(tx)
    if (isActive) active.add(covered)
  }
}

/** Of the rows of one page in a job, its source stays, else one that is unfinished, else that of the newest report. */
const uniteJobUrls = [
  `create table united_urls as select * from (
    select job_id, line, state, depth, orphan, 300 + 4 * length(url) as bytes,
      count(*) over (partition by job_id, url_key) as spellings,
      first_value(line) over (partition by job_id, url_key order by case when line = 0 then 0
        when state in ('queued', 'running') then 1 when report_id is not null then 2 else 3 end,
        report_id desc, line) as kept
    from job_urls) as u where spellings > 1`,
  'create index united_urls_kept on united_urls (job_id, kept)',
  `update job_urls set
    depth = (select min(u.depth) from united_urls as u where u.job_id = job_urls.job_id and u.kept = job_urls.line),
    orphan = (select min(u.orphan) from united_urls as u where u.job_id = job_urls.job_id and u.kept = job_urls.line)
    where (job_id, line) in (select job_id, kept from united_urls)`,
  'delete from job_urls where (job_id, line) in (select job_id, line from united_urls where line <> kept)',
  `update jobs set ${['queued', 'running', 'done', 'failed', 'cancelled']
    .map(
      (state) => `${state} = ${state} - (select count(*) from united_urls as u
        where u.job_id = jobs.id and u.line <> u.kept and u.state = '${state}')`,
    )
    .join(', ')}, bytes = bytes - (select coalesce(sum(u.bytes), 0) from united_urls as u
      where u.job_id = jobs.id and u.line <> u.kept) where id in (select job_id from united_urls)`,
  'drop table united_urls',
]

const keptPages = 'select kept from united_pages'
const keptOf = (column: string) => `(select u.kept from united_pages as u where u.id = ${column})`

const unitePages: Step[] = [
  `create table united_pages as select * from (
    select id, website_id, first_value(id) over (partition by website_id, url_key order by latest_report_id desc) as kept
    from pages) as p where id <> kept`,

  `delete from alert_changes where id in (select id from (
    select c.id, row_number() over (partition by c.rule_id, coalesce(u.kept, c.page_id), c.condition, c.check_id
      order by p.latest_report_id desc) as place
    from alert_changes as c inner join pages as p on p.id = c.page_id left join united_pages as u on u.id = c.page_id
    ) as ranked where place > 1)`,
  `update alert_changes set page_id = ${keptOf('alert_changes.page_id')}
    where page_id in (select id from united_pages)`,
  `delete from finding_states where (page_id, check_id) in (select page_id, check_id from (
    select s.page_id, s.check_id, row_number() over (partition by coalesce(u.kept, s.page_id), s.check_id
      order by p.latest_report_id desc) as place
    from finding_states as s inner join pages as p on p.id = s.page_id left join united_pages as u on u.id = s.page_id
    ) as ranked where place > 1)`,
  `update finding_states set page_id = ${keptOf('finding_states.page_id')}
    where page_id in (select id from united_pages)`,

  subtractCauses,
  'delete from page_issues where page_id in (select id from united_pages)',
  'delete from page_links where page_id in (select id from united_pages)',

  `update reports set page_id = ${keptOf('reports.page_id')}, latest = 0
    where page_id in (select id from united_pages)`,
  `update reports set (previous_score, previous_indexability) = (
      select b.score, b.indexability from reports as b
      where b.page_id = reports.page_id and b.id < reports.id order by b.id desc limit 1)
    where page_id in (${keptPages})`,

  // The place in the newest crawl, which is that of the crawl's job, as long as it is kept.
  `update pages set (crawl_id, click_depth, orphan) = (
      select o.crawl_id, min(o.click_depth), min(o.orphan) from pages as o
      where o.website_id = pages.website_id and o.url_key = pages.url_key and o.crawl_id is not null
      group by o.crawl_id order by o.crawl_id desc limit 1)
    where id in (${keptPages})`,
  `update pages set (click_depth, orphan) = (select u.depth, u.orphan from job_urls as u
      where u.job_id = pages.crawl_id and u.url_key = pages.url_key)
    where id in (${keptPages}) and exists (select 1 from job_urls as u
      where u.job_id = pages.crawl_id and u.url_key = pages.url_key and u.orphan is not null)`,
  'delete from pages where id in (select id from united_pages)',
  `update pages set
    previous_score = (select r.previous_score from reports as r where r.id = pages.latest_report_id),
    reports_count = (select count(*) from reports as r where r.page_id = pages.id),
    first_seen = (select r.created_at from reports as r where r.page_id = pages.id order by r.id limit 1),
    changed_at = (select r.created_at from reports as r where r.page_id = pages.id
      and (r.previous_score is null or r.score <> r.previous_score
        or r.indexability is distinct from r.previous_indexability) order by r.id desc limit 1)
    where id in (${keptPages})`,
  `update websites set ${[
    ['pages_count', 'count(*)'],
    ['pages_score_sum', 'coalesce(sum(p.score), 0)'],
    ...['good', 'decent', 'bad'].map((rating) => [
      `pages_${rating}`,
      `coalesce(sum(case when p.result = '${rating}' then 1 else 0 end), 0)`,
    ]),
  ]
    .map(([column, value]) => `${column} = (select ${value} from pages as p where p.website_id = websites.id)`)
    .join(', ')} where id in (select website_id from united_pages)`,

  // A finding that the newest report doesn't have is fixed. One that was fixed before it, and that it has, is back.
  ...[
    { status: 'fixed', back: 0, where: "status <> 'fixed' and not" },
    {
      status: 'open',
      back: 1,
      where: "status = 'fixed' and (updated_by is null or report_id < p.latest_report_id) and",
    },
  ].map(
    ({ status, back, where }) => `update finding_states set status = '${status}', back = ${back},
      report_id = p.latest_report_id, updated_by = null,
      updated_at = (select r.created_at from reports as r where r.id = p.latest_report_id)
      from pages as p where p.id = finding_states.page_id and p.id in (${keptPages}) and ${where} exists (
        select 1 from page_issues as i where i.page_id = p.id and i.check_id = finding_states.check_id)`,
  ),
  'drop table united_pages',
]

/** Takes the pages that go from the numbers of pages that share a cause. */
async function subtractCauses(tx: Transaction<Schema>) {
  const issues = await sql<{ website_id: number; check_id: string; causes: string }>`
    select website_id, check_id, causes from page_issues
    where page_id in (select id from united_pages)`.execute(tx)
  for (const { website_id, check_id, causes } of issues.rows)
    for (const cause of JSON.parse(causes) as string[])
      await sql`update website_causes set pages = pages - 1
        where website_id = ${website_id} and check_id = ${check_id} and cause_key = ${cause}`.execute(tx)
  await sql`delete from website_causes where pages <= 0`.execute(tx)
}
