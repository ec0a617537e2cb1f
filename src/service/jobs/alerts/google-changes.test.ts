import { expect, it } from 'vitest'
import { alertEntries } from '#contract/jobs/alert-entries.ts'
import { googleConditions } from '#contract/jobs/alerts.ts'
import { storeInspections } from '#service/store/google/inspections.ts'
import { alerts, analyse, noindex, runnerOn, sent, watchWebsite } from '#testing/store/alerts.ts'
import { describeEachEngine, onBoth } from '#testing/store/databases.ts'
import { daysAgo, figures, indexState, storeDaysOfClicks } from '#testing/store/search.ts'

const indexed = indexState('Submitted and indexed')
const dropped = indexState('Crawled - currently not indexed', { verdict: 'NEUTRAL' })
const entries = (list: Awaited<ReturnType<typeof alerts>>) =>
  list.map(({ changes }) =>
    alertEntries(changes).map(({ title, pages }) => [title, ...pages.map(({ url, details }) => [url, ...details])]),
  )

describeEachEngine('alerts about Google', onBoth, ({ openStore: open }) => {
  async function shop() {
    const { db } = await open()
    for (const path of ['/few', '/many', '/none']) await analyse(db, path)
    await storeDaysOfClicks(db, [daysAgo(40), daysAgo(0)], {
      '/few': figures(2),
      '/many': figures(9),
      '/none': figures(0, 5),
    })
    await watchWebsite(db, 1, googleConditions)
    const inspect = (state: typeof indexed, ...ids: number[]) =>
      storeInspections(
        db,
        1,
        ids.map((id) => ({ id, state })),
        new Date().toISOString(),
      )
    return { db, inspect }
  }

  it('name pages with clicks that Google dropped once, those of most clicks first', async () => {
    const { db, inspect } = await shop()
    const runner = runnerOn(db)
    await inspect(dropped, 1)
    await runner.run()
    await inspect(indexed, 1, 2, 3)
    await runner.run()
    expect(await alerts(db)).toEqual([])
    await inspect(dropped, 1, 2, 3)
    await inspect({ ...dropped, google_index: 'Soft 404' }, 1)
    await runner.run()
    await inspect(dropped, 1, 2, 3)
    await runner.run()
    expect(entries(await alerts(db))).toEqual([
      [
        [
          'Google dropped 2 pages with clicks',
          [
            'https://shop.example/many',
            '“Crawled - currently not indexed” instead of “Submitted and indexed”',
            '9 clicks in 28 days',
          ],
          [
            'https://shop.example/few',
            '“Soft 404” instead of “Crawled - currently not indexed”',
            '2 clicks in 28 days',
          ],
        ],
      ],
    ])
    await inspect(indexed, 2)
    await inspect(dropped, 2)
    await runner.run()
    expect((await sent(db))[1]).toEqual(['google_dropped /many'])
  })

  it('name pages that are new at risk, but not those of the first time', async () => {
    const { db } = await shop()
    await analyse(db, '/few', noindex)
    const runner = runnerOn(db)
    await runner.run()
    expect(await alerts(db)).toEqual([])
    await analyse(db, '/many', noindex)
    await analyse(db, '/none', noindex)
    await runnerOn(db, 60_000).run()
    expect(await alerts(db)).toEqual([])
    await runner.run()
    await runner.run()
    expect(entries(await alerts(db))).toEqual([
      [['Clicks at risk on 1 page', ['https://shop.example/many', 'Noindex', '9 clicks in 28 days']]],
    ])
    await analyse(db, '/many')
    await runner.run()
    await analyse(db, '/many', noindex)
    await runner.run()
    expect((await sent(db))[1]).toEqual(['clicks_at_risk /many'])
  })
})
