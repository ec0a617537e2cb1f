import type { Kysely } from 'kysely'
import { comparedChecks, linkChecks } from '#analyser/changed-checks.ts'
import { bareChange } from '#contract/jobs/alert-entries.ts'
import type { AlertChange } from '#contract/jobs/alerts.ts'
import { reportListParams } from '#contract/lists/list-query.ts'
import { readQuery } from '#contract/lists/query-params.ts'
import type { CrawlChanges } from '#contract/websites/crawls.ts'
import { insertAlert } from '#service/store/alerts/alerts.ts'
import type { AlertRuleRecord } from '#service/store/alerts/rules.ts'
import { nextUncompared, storeChanges } from '#service/store/crawls/changes.ts'
import { compareCrawls } from '#service/store/crawls/compare-crawls.ts'
import { type CrawlRecord, findCrawl } from '#service/store/crawls/crawl-lists.ts'
import type { Schema } from '#service/store/schema.ts'

/**
 * Compares the crawls that have ended with the complete ones before them, stores the numbers of their changes, and
 * creates the alerts of the rules whose views have pages of the website. Each crawl is alerted about once.
 */
export async function compareEndedCrawls(
  db: Kysely<Schema>,
  rules: readonly AlertRuleRecord[],
  { signal, onError }: { signal: AbortSignal; onError: (error: unknown, message: string) => void },
) {
  for (let after = 0; ;) {
    signal.throwIfAborted()
    const crawl = await nextUncompared(db, after)
    if (!crawl) return
    after = crawl.id
    // One that can't be compared holds up no others, and is tried again later.
    await compareOne(crawl).catch((error: unknown) => onError(error, `crawl ${crawl.id} couldn’t be compared`))
  }

  async function compareOne(crawl: CrawlRecord) {
    const before = crawl.previous_id === null ? undefined : await findCrawl(db, crawl.website_id, crawl.previous_id)
    const found = before && (await findChanges(db, before, crawl))
    await db.transaction().execute(async (tx) => {
      if (!(await storeChanges(tx, crawl.id, found?.counts ?? null)) || !found) return
      for (const rule of rules)
        if (covers(rule, crawl.website_id))
          await insertAlert(
            tx,
            rule,
            found.changes.filter(({ condition }) => rule.conditions.includes(condition)),
          )
    })
  }
}

/** Returns true if the view of a rule isn't one of another website. */
function covers({ view }: AlertRuleRecord, websiteId: number): boolean {
  const { website_id } = readQuery(reportListParams, new URLSearchParams(view.query)).query
  return website_id === null || website_id === websiteId
}

async function findChanges(db: Kysely<Schema>, before: CrawlRecord, after: CrawlRecord) {
  const checks = comparedChecks(before.ruleset, after.ruleset)
  const { leftOut } = checks
  const urls = { new: 0, gone: 0, newly_indexable: 0, no_longer_indexable: 0, depth: 0 }
  const issues = {
    new: new Set<string>(),
    fixed: new Set<string>(),
    removed: new Set<string>(),
    gone: new Set<string>(),
  }
  const links = { broken: new Map<string, { status: number | null; links: number }>(), repaired: new Map() }
  const { robots_changed, sitemap_changed } = await compareCrawls(db, { before, after }, checks, {
    url: (change) => void (urls[change] += 1),
    issue: (change, check) => void issues[change].add(check),
    link(change, { target: { url, status, end_status } }) {
      const known = links[change].get(url)
      links[change].set(url, { status: end_status ?? status, links: (known?.links ?? 0) + 1 })
    },
  })
  const { depth: _depth, ...ofUrls } = urls
  const counts: CrawlChanges = {
    previous_id: before.id,
    ...ofUrls,
    new_issues: issues.new.size,
    fixed_issues: issues.fixed.size,
    broken_links: links.broken.size,
    repaired_links: links.repaired.size,
    robots_changed,
    sitemap_changed,
  }
  const found = {
    ...bareChange,
    website_id: after.website_id,
    crawl_id: after.id,
    previous_crawl_id: before.id,
  }
  // Another ruleset can find other links broken on the same pages.
  const hasSameMeaning = leftOut !== null && !linkChecks.some((check) => leftOut.includes(check))
  const changes: AlertChange[] = [
    ...(hasSameMeaning ? [...links.broken] : []).map(([url, target]) => ({
      ...found,
      condition: 'broken_links' as const,
      url,
      status: target.status,
      after: target.links,
    })),
    ...(robots_changed ? [fileChange('robots.txt', new URL('/robots.txt', after.start_url).href)] : []),
    ...(sitemap_changed ? [fileChange('sitemap', after.start_url)] : []),
  ]
  function fileChange(after_text: string, url: string): AlertChange {
    return { ...found, condition: 'files_changed', url, after_text }
  }
  return { counts, changes }
}
