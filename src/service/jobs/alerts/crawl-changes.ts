import type { Kysely } from 'kysely'
import { comparedChecks, linkChecks } from '#analyser/changed-checks.ts'
import { reportListParams } from '#contract/lists/list-query.ts'
import { readQuery } from '#contract/lists/query-params.ts'
import type { CrawlChanges } from '#contract/websites/crawls.ts'
import { canReach } from '#service/store/access/visible.ts'
import { insertAlert } from '#service/store/alerts/alerts.ts'
import type { AlertRuleRecord } from '#service/store/alerts/rules.ts'
import { changedRobots, countListed, nextUncompared, storeChanges } from '#service/store/crawls/changes.ts'
import { compareCrawls } from '#service/store/crawls/compare-crawls.ts'
import { type CrawlRecord, findCrawl } from '#service/store/crawls/crawl-lists.ts'
import type { Schema } from '#service/store/schema.ts'
import { type CrawledPair, decideCrawl, isAlerting } from './decide.ts'

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
        if (covers(rule, crawl.website_id) && (await canReach(tx, rule.place.scope, 'websites', crawl.website_id)))
          await insertAlert(
            tx,
            rule,
            found.changes.filter(({ condition }) => rule.conditions.some((one) => one === condition)),
          )
    })
  }
}

/** Returns true if the place of a rule isn't another website, or a view of one. */
export function covers({ place }: AlertRuleRecord, websiteId: number): boolean {
  const { website_id } = readQuery(reportListParams, new URLSearchParams(place.query)).query
  return website_id === null || website_id === websiteId
}

async function findChanges(db: Kysely<Schema>, before: CrawlRecord, after: CrawlRecord) {
  const checks = comparedChecks(before.ruleset, after.ruleset)
  const { leftOut } = checks
  const urls = { new: 0, gone: 0, newly_indexable: 0, no_longer_indexable: 0, depth: 0 }
  const issues = { new: new Set<string>(), fixed: new Set<string>() }
  const links = { broken: new Map<string, { status: number | null; links: number }>(), repaired: new Map() }
  const pairs: CrawledPair[] = []
  const compared = await compareCrawls(db, { before, after }, checks, {
    url: (change) => void (urls[change] += 1),
    pair: (was, is) => void (isAlerting(was, is) && pairs.push({ was, is })),
    issue: (change, { check }) => void (change === 'new' || change === 'fixed' ? issues[change].add(check) : 0),
    link(change, { target: { url, status, end_status } }) {
      const known = links[change].get(url)
      links[change].set(url, { status: end_status ?? status, links: (known?.links ?? 0) + 1 })
    },
  })
  const { depth: _depth, ...ofUrls } = urls
  const { robots_changed, sitemap_changed } = compared
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
  const changes = decideCrawl({
    before,
    after,
    pairs,
    robots_changed,
    robots_lines: robots_changed ? await changedRobots(db, { before, after }) : null,
    sitemap_changed,
    broken: links.broken,
    // Another ruleset can find other links broken on the same pages.
    hasSameLinks: leftOut !== null && !linkChecks.some((check) => leftOut.includes(check)),
    partial: { before: compared.before.partial, after: compared.after.partial },
    listed: { before: await countListed(db, before.id), after: await countListed(db, after.id) },
  })
  return { counts, changes }
}
