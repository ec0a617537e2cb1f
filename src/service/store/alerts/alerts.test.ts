import { expect, it } from 'vitest'
import { bareChange } from '#contract/jobs/alert-entries.ts'
import { alerts, watch } from '#testing/store/alerts.ts'
import { describeEachEngine, onBoth } from '#testing/store/databases.ts'
import { claimDelivery, insertAlert, storeDelivery } from './alerts.ts'
import { listAlertRules } from './rules.ts'

describeEachEngine('the delivery of an alert', onBoth, ({ openStore }) => {
  it('is stored only by the process that claimed it last', async () => {
    const { db } = await openStore()
    await watch(db)
    const [rule] = await listAlertRules(db)
    if (!rule) throw new Error('The rule is missing.')
    const change = { ...bareChange, condition: 'count_changed', before: 1, after: 2 } as const
    const to = { ...rule, webhook_url: 'https://hooks.example/seo' }
    await db.transaction().execute((tx) => insertAlert(tx, to, [change]))
    const slow = await claimDelivery(db)
    // Simulates the passing of a minute.
    await db.updateTable('alerts').set({ deliver_after: '2026-01-05T05:00:00.000Z' }).execute()
    const fast = await claimDelivery(db)
    if (!slow || !fast) throw new Error('The alert was not claimed.')
    await storeDelivery(db, fast, { ...fast, webhook: 'sent' }, 0)
    await storeDelivery(db, slow, { ...slow, webhook: 'pending' }, 0)
    expect(await alerts(db)).toMatchObject([{ webhook: 'sent', attempts: 2 }])
  })
})
