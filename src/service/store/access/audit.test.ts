import { expect, it } from 'vitest'
import type { AuditAction, AuditQuery } from '#contract/access/audit.ts'
import { describeEachEngine, onBoth } from '#testing/store/databases.ts'
import { everyRow } from '../lists/scope.ts'
import { allAudit, type AuditActor, byCommand, insertAuditEvent, listAudit, purgeAudit } from './audit.ts'

const ada: AuditActor = { kind: 'key', id: 'adaadaad', name: 'Ada' }
const visitor: AuditActor = { kind: 'visitor', id: null, name: null }
const all: AuditQuery = { action: null, actor: null, from: null, to: null, per_page: 10, page: 1 }
const never = new AbortController().signal

describeEachEngine('the audit log', onBoth, ({ openStore }) => {
  it('returns events as stored, newest first', async () => {
    const { db } = await openStore()
    await insertAuditEvent(
      db,
      ada,
      { action: 'report_created', object: { kind: 'report', id: 7, name: 'https://a.example/' }, detail: 'Score 80' },
      '2026-05-01T10:00:00.000Z',
    )
    await insertAuditEvent(db, byCommand, { action: 'key_created' }, '2026-05-01T11:00:00.000Z')
    await insertAuditEvent(
      db,
      visitor,
      { action: 'website_unlocked', object: { kind: 'website', id: 3 } },
      '2026-05-01T12:00:00.000Z',
    )
    const { rows, ...rest } = await listAudit(db, all)
    expect(rest).toEqual({ total: 3, totalRelation: 'eq', hasNext: false })
    expect(rows).toEqual([
      {
        id: 3,
        at: '2026-05-01T12:00:00.000Z',
        actor: visitor,
        action: 'website_unlocked',
        object: { kind: 'website', id: '3', name: null },
        detail: null,
      },
      { id: 2, at: '2026-05-01T11:00:00.000Z', actor: byCommand, action: 'key_created', object: null, detail: null },
      {
        id: 1,
        at: '2026-05-01T10:00:00.000Z',
        actor: ada,
        action: 'report_created',
        object: { kind: 'report', id: '7', name: 'https://a.example/' },
        detail: 'Score 80',
      },
    ])
  })

  it('filters by action, actor and days, including both ends', async () => {
    const { db } = await openStore()
    const note = (actor: AuditActor, action: AuditAction, at: string) => insertAuditEvent(db, actor, { action }, at)
    await note(ada, 'view_created', '2026-05-01T00:00:00.000Z')
    await note(visitor, 'link_opened', '2026-05-01T23:59:59.999Z')
    await note(ada, 'view_deleted', '2026-05-02T00:00:00.000Z')
    const ids = async (filter: Partial<AuditQuery>) =>
      (await listAudit(db, { ...all, ...filter })).rows.map(({ id }) => id)
    expect(await ids({ action: 'link_opened' })).toEqual([2])
    expect(await ids({ actor: 'adaadaad' })).toEqual([3, 1])
    expect(await ids({ actor: 'visitor' })).toEqual([2])
    expect(await ids({ actor: 'adaadaad', action: 'view_created' })).toEqual([1])
    expect(await ids({ to: '2026-05-01' })).toEqual([2, 1])
    expect(await ids({ from: '2026-05-02' })).toEqual([3])
    expect(await ids({ from: '2026-05-01', to: '2026-05-01', actor: 'command' })).toEqual([])
  })

  it('can be read by page and as a whole', async () => {
    const { db } = await openStore()
    for (let at = 0; at < 12; at += 1)
      await insertAuditEvent(db, ada, { action: 'sign_in' }, '2026-05-01T00:00:00.000Z')
    const second = await listAudit(db, { ...all, page: 2 })
    expect([second.rows.map(({ id }) => id), second.total, second.hasNext]).toEqual([[2, 1], 12, false])
    expect((await listAudit(db, all)).hasNext).toBe(true)
    expect((await listAudit(db, { ...all, page: 3 })).rows).toEqual([])
    const whole = await allAudit(db, all, everyRow, never)
    const rows = []
    for await (const batch of whole.batches()) rows.push(...batch)
    expect([whole.total, rows.map(({ id }) => id)]).toEqual([12, [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]])
  })

  it('stores any name, and cuts long ones', async () => {
    const { db } = await openStore()
    await insertAuditEvent(
      db,
      { ...ada, name: 'a\0b\ud800' },
      { action: 'sign_in', object: { kind: 'key', id: 'x', name: 'é'.repeat(1_000) }, detail: '' },
    )
    const [row] = (await listAudit(db, all)).rows
    expect([row?.actor.name, row?.object?.name?.length, row?.detail]).toEqual(['ab�', 301, ''])
  })

  it('deletes events after 400 days, in batches', async () => {
    const { db } = await openStore()
    const now = Date.parse('2026-05-01T00:00:00Z')
    const daysAgo = (days: number) => new Date(now - days * 86_400_000).toISOString()
    for (const days of [402, 401, 400.001, 399.999, 1])
      await insertAuditEvent(db, ada, { action: 'sign_in' }, daysAgo(days))
    expect([await purgeAudit(db, now, 2), await purgeAudit(db, now, 2), await purgeAudit(db, now, 2)]).toEqual([
      2, 1, 0,
    ])
    expect((await listAudit(db, all)).total).toBe(2)
  })
})
