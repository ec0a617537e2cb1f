import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { describeEachEngine, onBoth } from '#testing/store/databases.ts'
import { newReport, newScreenshot } from '#testing/store/reports.ts'
import { databaseBytes } from '../disk-limit.ts'
import { findFaults } from '../verify/verify.ts'
import { purgeDeletedWebsites } from '../websites/purge-websites.ts'
import { deleteWebsite } from '../websites/websites.ts'
import { deleteReport } from './deleted-reports.ts'
import { createReport } from './reports.ts'
import { findScreenshot, hasScreenshot, maxScreenshot, type NewScreenshot } from './screenshots.ts'

const all = { kind: 'all' } as const

describeEachEngine('screenshots', onBoth, ({ openStore }) => {
  async function opened() {
    const { db } = await openStore()
    const create = async (screenshot: NewScreenshot | null, url = 'https://www.shop.example/') =>
      (await createReport(db, newReport({ url, screenshot }))).id
    const keptOf = async () =>
      (await db.selectFrom('screenshots').select('report_id').orderBy('report_id').execute()).map(
        (one) => one.report_id,
      )
    return { db, create, keptOf }
  }

  it('are returned as stored', async () => {
    const { db, create } = await opened()
    const id = await create(newScreenshot('one'))
    expect(await findScreenshot(db, id, all)).toEqual(Buffer.from('RIFF0000WEBPone'))
    expect(await hasScreenshot(db, id, all)).toBe(true)
    expect(await findScreenshot(db, id + 1, all)).toBeUndefined()
    expect(await hasScreenshot(db, await create(null), all)).toBe(false)
  })

  it('are kept for the last two reports of each page', async () => {
    const { db, create, keptOf } = await opened()
    const other = await create(newScreenshot(), 'https://www.shop.example/other')
    const first = await create(newScreenshot())
    const second = await create(newScreenshot())
    expect(await keptOf()).toEqual([other, first, second])
    const third = await create(null)
    expect(await keptOf()).toEqual([other, second])
    const fourth = await create(newScreenshot())
    expect(await keptOf()).toEqual([other, fourth])
    await deleteReport(db, third)
    expect(await findFaults(db)).toEqual([])
  })

  it.each([
    ['larger than the limit', Buffer.concat([Buffer.from('RIFF0000WEBP'), Buffer.alloc(maxScreenshot)])],
    ['of another type', Buffer.from('\x89PNG')],
    ['empty', Buffer.alloc(0)],
  ])('%s are left out, and the report is stored', async (_, image) => {
    const { create, keptOf } = await opened()
    expect(await create({ image, withIdentity: false })).toBe(1)
    expect(await keptOf()).toEqual([])
  })

  it('made with an identity are shown to holders of keys only', async () => {
    const { db, create } = await opened()
    const [open, secret] = [await create(newScreenshot()), await create(newScreenshot('secret', true))]
    const scopes = [
      { kind: 'website', website_id: 1 },
      { kind: 'report', report_id: secret },
    ] as const
    expect(await hasScreenshot(db, secret, all)).toBe(true)
    expect(await hasScreenshot(db, open, scopes[0])).toBe(true)
    for (const scope of scopes) {
      expect(await findScreenshot(db, secret, scope)).toBeUndefined()
      expect(await hasScreenshot(db, secret, scope)).toBe(false)
    }
    expect(await findScreenshot(db, open, { kind: 'website', website_id: 2 })).toBeUndefined()
    expect(await findScreenshot(db, open, { kind: 'none' })).toBeUndefined()
  })

  it('are deleted with their reports', async () => {
    const { db, create, keptOf } = await opened()
    const [first, second] = [await create(newScreenshot()), await create(newScreenshot())]
    await deleteReport(db, second)
    expect(await keptOf()).toEqual([first])
    await deleteReport(db, first)
    expect(await keptOf()).toEqual([])
  })

  it('are gone with their website, and purged', async () => {
    const { db, create, keptOf } = await opened()
    const id = await create(newScreenshot())
    await deleteWebsite(db, 1)
    expect(await hasScreenshot(db, id, all)).toBe(false)
    while ((await purgeDeletedWebsites(db)) > 0);
    expect(await keptOf()).toEqual([])
  })

  it('count in the size of the database', async () => {
    const { db, create } = await opened()
    const bytes = () => databaseBytes(db, '')
    const before = await bytes()
    const image = Buffer.concat([Buffer.from('RIFF0000WEBP'), randomBytes(maxScreenshot - 12)])
    for (let page = 0; page < 20; page += 1)
      await create({ image, withIdentity: false }, `https://www.shop.example/${page}`)
    expect((await bytes()) - before).toBeGreaterThan(20 * maxScreenshot)
  })
})
