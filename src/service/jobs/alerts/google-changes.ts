import type { Kysely, Transaction } from 'kysely'
import { bareChange } from '#contract/jobs/alert-entries.ts'
import type { AlertChange, GoogleCondition } from '#contract/jobs/alerts.ts'
import { canReach } from '#service/store/access/visible.ts'
import { insertAlert } from '#service/store/alerts/alerts.ts'
import type { AlertRuleRecord } from '#service/store/alerts/rules.ts'
import { takeAtRisk, takeDropped, websitesWithDrops, websitesWithFigures } from '#service/store/google/alerts.ts'
import { findAtRisk } from '#service/store/google/at-risk.ts'
import { seesClicks } from '#service/store/google/seen.ts'
import type { Schema } from '#service/store/schema.ts'
import { covers } from './crawl-changes.ts'

type Run = { confirmMs: number; signal: AbortSignal }

/**
 * Alerts about pages with clicks that Google dropped, and about those that are newly at risk of losing them and have
 * been for some time. Each is alerted once, to the rules whose author sees clicks.
 */
export async function alertOfGoogle(db: Kysely<Schema>, rules: readonly AlertRuleRecord[], { confirmMs, signal }: Run) {
  for (const id of await websitesWithDrops(db)) {
    signal.throwIfAborted()
    await db.transaction().execute(async (tx) => alert(tx, id, 'google_dropped', await droppedChanges(tx, id)))
  }
  const watching = rules.filter(({ conditions }) => conditions.includes('clicks_at_risk'))
  if (watching.length === 0) return
  for (const id of await websitesWithFigures(db)) {
    signal.throwIfAborted()
    if (!watching.some((rule) => covers(rule, id))) continue
    const atRisk = await findAtRisk(db, id)
    if (atRisk)
      await db.transaction().execute(async (tx) => {
        const taken = await takeAtRisk(tx, id, atRisk, confirmMs)
        const changes = taken.map(({ url, page_id: _, cause, clicks }) => ({
          ...bareChange,
          condition: 'clicks_at_risk' as const,
          website_id: id,
          url,
          after: clicks,
          after_text: cause,
        }))
        await alert(tx, id, 'clicks_at_risk', changes)
      })
  }

  async function alert(tx: Transaction<Schema>, id: number, condition: GoogleCondition, changes: AlertChange[]) {
    if (changes.length === 0) return
    for (const rule of rules)
      if (
        rule.conditions.includes(condition) &&
        covers(rule, id) &&
        (await canReach(tx, rule.place.scope, 'websites', id)) &&
        (await seesClicks(tx, rule.place.scope, id))
      )
        await insertAlert(tx, rule, changes)
  }
}

async function droppedChanges(tx: Transaction<Schema>, website_id: number): Promise<AlertChange[]> {
  const dropped = await takeDropped(tx, website_id)
  return dropped.map(({ url, latest_report_id, clicks, google_index, index_before }) => ({
    ...bareChange,
    condition: 'google_dropped',
    website_id,
    url,
    report_id: latest_report_id || null,
    after: clicks,
    before_text: index_before ?? null,
    after_text: google_index ?? null,
  }))
}
