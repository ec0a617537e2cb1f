import { expect, it } from 'vitest'
import { maxVisits, shownVisits } from '#contract/sharing/links.ts'
import { describeEachEngine, onBoth } from '#testing/store/databases.ts'
import { newReport } from '#testing/store/reports.ts'
import { deleteReport } from '../reports/deleted-reports.ts'
import { createReport } from '../reports/reports.ts'
import { purgeDeletedWebsites } from '../websites/purge-websites.ts'
import { deleteWebsite } from '../websites/websites.ts'
import {
  findLink,
  insertLink,
  listLinks,
  listVisits,
  type NewLink,
  recordVisit,
  purgeVisits,
  readSnapshot,
  revokeLink,
} from './share-links.ts'

const link = (given: Partial<NewLink> = {}): NewLink => ({
  kind: 'website',
  mode: 'live',
  layout: 'page',
  compare_id: null,
  label: 'For the agency',
  report_id: null,
  website_id: null,
  list: null,
  query: null,
  title: 'shop.example',
  password_hash: null,
  created_by: 'A key',
  created_at: '2026-01-02T03:04:05.000Z',
  expires_at: null,
  token_hash: 'f00',
  snapshot: null,
  ...given,
})

describeEachEngine('a share link', onBoth, ({ openStore }) => {
  it('is found as stored, by its id and by the hash of its token', async () => {
    const { db } = await openStore()
    const kept = await insertLink(
      db,
      link({
        kind: 'view',
        list: 'reports',
        query: 'result=bad',
        password_hash: '$h',
        expires_at: '2027-01-01T00:00:00.000Z',
      }),
    )
    expect(await findLink(db, { id: kept.id })).toEqual(kept)
    expect(await findLink(db, { token_hash: 'f00' })).toEqual(kept)
    expect([await findLink(db, { token_hash: 'f0' }), await findLink(db, { id: kept.id + 1 })]).toEqual([
      undefined,
      undefined,
    ])
    await expect(insertLink(db, link())).rejects.toThrow()
  })

  it('is listed newest first, and stays when it is revoked', async () => {
    const { db } = await openStore()
    for (const tokenHash of ['a', 'b', 'c']) await insertLink(db, link({ token_hash: tokenHash, label: tokenHash }))
    const first = await listLinks(db, { website_id: null, person_id: null, page: 1, per_page: 2 })
    expect(first).toMatchObject({ rows: [{ label: 'c' }, { label: 'b' }], total: 3, hasNext: true })
    const oldest = (await listLinks(db, { website_id: null, person_id: null, page: 2, per_page: 2 })).rows[0]?.id ?? 0
    expect([
      await revokeLink(db, oldest, '2026-05-05T00:00:00.000Z'),
      await revokeLink(db, oldest),
      await revokeLink(db, 999),
    ]).toEqual([true, false, false])
    expect(await listLinks(db, { website_id: null, person_id: null, page: 2, per_page: 2 })).toMatchObject({
      rows: [{ label: 'a', revoked_at: '2026-05-05T00:00:00.000Z' }],
      hasNext: false,
    })
    expect(
      await listLinks(db, { website_id: null, person_id: null, page: 2_147_483_647, per_page: 100 }),
    ).toMatchObject({
      rows: [],
      total: 3,
    })
  })

  it('is listed with the links of its website', async () => {
    const { db } = await openStore()
    for (const [tokenHash, websiteId] of [
      ['a', 7],
      ['b', 8],
      ['c', 7],
      ['d', null],
    ] as const)
      await insertLink(db, link({ token_hash: tokenHash, label: tokenHash, website_id: websiteId }))
    expect(await listLinks(db, { website_id: 7, person_id: null, page: 1, per_page: 1 })).toMatchObject({
      rows: [{ label: 'c' }],
      total: 2,
      hasNext: true,
    })
    expect(await listLinks(db, { website_id: 9, person_id: null, page: 1, per_page: 10 })).toMatchObject({
      rows: [],
      total: 0,
      hasNext: false,
    })
  })

  it('loses its target with its website, and with its report unless it is a snapshot', async () => {
    const { db } = await openStore()
    const { id: reportId, website_id } = await createReport(db, newReport())
    const live = await insertLink(db, link({ kind: 'report', report_id: reportId, website_id, token_hash: 'live' }))
    const snapshot = await insertLink(
      db,
      link({
        kind: 'report',
        mode: 'frozen',
        report_id: reportId,
        website_id,
        token_hash: 'frozen',
        snapshot: { id: reportId },
      }),
    )
    const website = await insertLink(db, link({ website_id, token_hash: 'website' }))
    const view = await insertLink(db, link({ kind: 'view', list: 'websites', query: '', token_hash: 'view' }))
    const areGone = async () =>
      Promise.all(
        [live, snapshot, website, view].map(async ({ id }) => (await findLink(db, { id }))?.is_target_deleted),
      )

    expect(await areGone()).toEqual([0, 0, 0, 0])
    await deleteReport(db, reportId)
    expect(await areGone()).toEqual([1, 0, 0, 0])
    expect(await readSnapshot(db, snapshot.id)).toEqual({ id: reportId })
    await deleteWebsite(db, website_id)
    expect(await areGone()).toEqual([1, 1, 1, 0])
    while ((await purgeDeletedWebsites(db)) > 0);
    expect([await areGone(), await readSnapshot(db, snapshot.id)]).toEqual([[1, 1, 1, 0], undefined])
  })

  it('loses its snapshot when it is revoked', async () => {
    const { db } = await openStore()
    const { id, snapshot_at } = await insertLink(
      db,
      link({ kind: 'report', mode: 'frozen', report_id: 1, snapshot: { title: 'x' } }),
    )
    expect([snapshot_at, await readSnapshot(db, id)]).toEqual(['2026-01-02T03:04:05.000Z', { title: 'x' }])
    await revokeLink(db, id)
    expect(await readSnapshot(db, id)).toBeUndefined()
  })

  it('counts every visit, and stores a limited number of them for a limited time', async () => {
    const { db } = await openStore()
    const [{ id }, other] = [await insertLink(db, link()), await insertLink(db, link({ token_hash: 'other' }))]
    const now = Date.parse('2026-06-01T00:00:00Z')
    const at = (daysAgo: number) => new Date(now - daysAgo * 86_400_000).toISOString()
    await recordVisit(db, other.id, 'Unknown', at(401))
    const many = Array.from({ length: maxVisits }, () => ({ link_id: id, visited_at: at(401), client: 'Chrome' }))
    for (let from = 0; from < maxVisits; from += 500)
      await db
        .insertInto('link_visits')
        .values(many.slice(from, from + 500))
        .execute()
    await recordVisit(db, id, 'Firefox on Android', at(399))
    await recordVisit(db, id, 'Safari on iOS', at(0))

    expect(await findLink(db, { id })).toMatchObject({ visits_count: 2, last_visit_at: at(0) })
    expect(await db.selectFrom('link_visits').select('id').where('link_id', '=', id).execute()).toHaveLength(maxVisits)
    const kept = [
      { visited_at: at(0), client: 'Safari on iOS' },
      { visited_at: at(399), client: 'Firefox on Android' },
    ]
    expect([await listVisits(db, id, now), await listVisits(db, other.id, now)]).toEqual([kept, []])
    expect(await listVisits(db, id, now - 5 * 86_400_000)).toHaveLength(shownVisits)
    while ((await purgeVisits(db, now)) > 0);
    expect(await db.selectFrom('link_visits').select('client').execute()).toEqual([
      { client: 'Firefox on Android' },
      { client: 'Safari on iOS' },
    ])
  })
})
