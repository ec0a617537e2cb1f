import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { accessInSteps, matchingWork, type Rule, ruleOf } from '#analyser/facts/robots-rules.ts'
import { pathKey } from '#contract/url-key.ts'
import { domainOf } from '#contract/websites/website.ts'
import type { Schema } from '../schema.ts'

/** Why a website has no report of a path, although it may have the page. `robots` is the line that forbids it. */
export type UnreadPath = {
  status: number | null
  failure: string | null
  reason: string | null
  robots: { line: number; rule: string } | null
}

type Side = { website: { id: number; domain: string }; crawl: number | null }

/** URLs that are read at once. */
const batchSize = 1_000
/** Safety limits: URLs and rules of robots.txt that are kept. */
const maxPaths = 50_000
const maxRules = 100

/**
 * Returns a function that tells why a website has no report of a path: its latest complete crawl, or the chosen one,
 * found the URL and didn't read it, or robots.txt forbids it by a rule that this crawl met. Null for a path
 * that nothing hides.
 */
export async function unreadPaths(db: Kysely<Schema>, side: Side): Promise<(path: string) => UnreadPath | null> {
  const paths = new Map<string, UnreadPath>()
  const rules = new Map<string, Rule>()
  const add = (url: string, unread: UnreadPath) => {
    const parsed = URL.parse(url)
    if (parsed && domainOf(parsed) === side.website.domain && paths.size < maxPaths) paths.set(pathKey(url), unread)
    const { robots } = unread
    const path = /^disallow[ \t]*:[ \t]*(\S.*)$/i.exec(robots?.rule ?? '')?.[1]
    if (robots && path && rules.size < maxRules)
      rules.set(robots.rule, ruleOf(false, path, { line: robots.line, text: robots.rule }))
  }
  if (side.crawl === null) await addPages(db, side.website.id, add)
  const crawl = side.crawl ?? (await latestCrawl(db, side.website.id))
  if (crawl !== null) await addUrls(db, crawl, add)
  const closed = [...rules.values()]
  const work = matchingWork()
  return (path) => paths.get(path) ?? closedBy(closed, path, work)
}

type Add = (url: string, unread: UnreadPath) => void

async function latestCrawl(db: Kysely<Schema>, websiteId: number): Promise<number | null> {
  const crawls = db.selectFrom('crawls').select(({ fn }) => fn.max('id').as('id'))
  return (await crawls.where('website_id', '=', websiteId).where('state', '=', 'done').executeTakeFirst())?.id ?? null
}

/** Those of any crawl, whose state is known. */
async function addPages(db: Kysely<Schema>, websiteId: number, add: Add) {
  const pages = await db
    .selectFrom('pages')
    .select(['url', 'status', 'unread'])
    .where('website_id', '=', websiteId)
    .where('latest_report_id', '=', sql.lit(0))
    .limit(maxPaths)
    .execute()
  for (const { url, status, unread } of pages) {
    const failure = unread === 'refused' && status !== null ? null : unread
    add(url, { status, failure, reason: null, robots: null })
  }
}

async function addUrls(db: Kysely<Schema>, crawlId: number, add: Add) {
  for (let after = -1; ;) {
    const urls = await db
      .selectFrom('crawl_urls')
      .select(['target', 'url', 'status', 'failure', 'reason', 'robots_line', 'robots_rule'])
      .where('crawl_id', '=', crawlId)
      .where('target', '>', after)
      .where('report_id', 'is', null)
      .where('kind', 'in', ['page', 'blocked', 'skipped'])
      // The report of another page was deleted since.
      .where((eb) => eb.or([eb('failure', 'is not', null), eb('status', '>=', 400)]))
      .orderBy('target')
      .limit(batchSize)
      .execute()
    for (const { url, status, failure, reason, robots_line: line, robots_rule: rule } of urls)
      add(url, { status, failure, reason, robots: line === null || rule === null ? null : { line, rule } })
    const last = urls.at(-1)
    if (!last) return
    after = last.target
    await yieldToEventLoop()
  }
}

/** A page behind closed ones is found by no crawl, but the same rule closes it. */
function closedBy(rules: readonly Rule[], path: string, work: ReturnType<typeof matchingWork>): UnreadPath | null {
  if (rules.length === 0) return null
  const steps = accessInSteps(rules, `https://host${path}`, { isGoogle: true, work })
  let step = steps.next()
  while (!step.done) step = steps.next()
  const { rule } = step.value
  return rule && { status: null, failure: 'robots', reason: null, robots: { line: rule.line, rule: rule.text } }
}
