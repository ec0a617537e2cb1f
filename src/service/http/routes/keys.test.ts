import { setTimeout } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { AuditRow } from '#contract/access/audit.ts'
import { issueKey, readKey, redeemSignInToken, renameOwnKey } from '#service/access/keys.ts'
import { renamesPerMinute } from '#service/http/limits.ts'
import {
  findKey,
  holdActiveKey,
  holdKeyNames,
  insertKey,
  revokeKey,
  revokeKeyUnlessLast,
} from '#service/store/access/api-keys.ts'
import { ownerToken } from '#testing/service/people.ts'
import { sqliteService, testService } from '#testing/service/service.ts'
import { describeEachEngine } from '#testing/store/databases.ts'

const idOf = (key: string) => readKey(key)?.id ?? ''

describeEachEngine('keys', ({ openStore }) => {
  it('are created, shown once, work, and are listed newest first', async () => {
    const { call, key } = await testService(await openStore())
    const { status, headers, body } = await call('POST /api/v1/keys', {
      form: { name: ' Nightly 🌙 ', role: 'read', expires_at: '2999-01-01T01:00+01:00' },
    })
    expect([status, headers['cache-control']]).toEqual([201, 'no-store'])
    const { key: made, ...rest } = body.data
    expect(rest).toEqual({
      id: idOf(made),
      name: 'Nightly 🌙',
      role: 'read',
      created_at: expect.stringMatching(/Z$/),
      expires_at: '2999-01-01T00:00:00.000Z',
      last_used_at: null,
      revoked_at: null,
      current: false,
      person: null,
      grants: null,
    })
    expect((await call('GET /api/v1', { key: made })).body.key).toEqual({ id: rest.id, name: rest.name, role: 'read' })
    const { body: list, text } = await call('GET /api/v1/keys')
    const named = list.data.map(({ name, current }: { name: string; current: boolean }) => [name, current])
    expect(named[0]).toEqual(['Nightly 🌙', false])
    // Both may have been created in the same millisecond.
    expect(named.slice(1).toSorted()).toEqual([
      ['Test, reading', false],
      ['Test', true],
    ])
    for (const secret of [made, key]) expect(text).not.toContain(secret.slice(13))
  })

  it('stop working in the same process as soon as they are revoked', async () => {
    const { call, readKey: reading } = await testService(await openStore())
    const id = idOf(reading)
    expect((await call('GET /api/v1/reports', { key: reading })).status).toBe(200)
    expect((await call(`DELETE /api/v1/keys/${id}`)).body).toEqual({ id, object: 'key', deleted: true, status: 200 })
    expect((await call('GET /api/v1/reports', { key: reading })).status).toBe(401)
    // Keys created in the same millisecond come in any order.
    const { data } = (await call('GET /api/v1/keys')).body
    expect(data).toContainEqual(expect.objectContaining({ id, revoked_at: expect.stringMatching(/Z$/) }))
    expect((await call(`DELETE /api/v1/keys/${id}`)).status).toBe(404)
  })

  it('with full access are not all revoked by mistake', async () => {
    const { call, key, store } = await testService(await openStore())
    await insertKey(store.db, {
      id: 'expired1',
      name: 'Old',
      role: 'full',
      secret_hash: '',
      created_at: '2020-01-01T00:00:00.000Z',
      expires_at: '2021-01-01T00:00:00.000Z',
    })
    const refused = await call(`DELETE /api/v1/keys/${idOf(key)}`)
    expect([refused.status, refused.body.code]).toEqual([409, 'last_full_key'])
    expect((await call(`DELETE /api/v1/keys/${idOf(key)}?last=no`)).status).toBe(422)
    expect((await call('DELETE /api/v1/keys/expired1')).status).toBe(200)
    expect((await call(`DELETE /api/v1/keys/${idOf(key)}?last=yes`)).status).toBe(200)
    expect((await call('GET /api/v1/keys')).status).toBe(401)
  })

  it('rename themselves, with any role, and sign what they do from then on', async () => {
    const { call, key, readKey: reading } = await testService(await openStore())
    const rename = (name: string, key: string) => call('PUT /api/v1/keys/self', { key, form: { name } })
    const renamed = await rename(' Dana Ó 🌙 ', reading)
    expect([renamed.status, renamed.body.data]).toEqual([
      200,
      expect.objectContaining({ id: idOf(reading), name: 'Dana Ó 🌙', role: 'read', current: true }),
    ])
    expect((await call('GET /api/v1', { key: reading })).body.key.name).toBe('Dana Ó 🌙')
    expect((await rename('Ben', key)).status).toBe(200)
    // Nothing changes, so nothing is recorded.
    expect((await rename('Ben', key)).status).toBe(200)
    const form = { kind: 'view', list: 'reports', query: 'result=bad' }
    const { body: link } = await call('POST /api/v1/links', { form })
    expect(link.data.created_by).toBe('Ben')
    const { data } = (await call('GET /api/v1/keys')).body
    expect(data.map(({ name }: { name: string }) => name).toSorted()).toEqual(['Ben', 'Dana Ó 🌙'])
    const events = (await call('GET /api/v1/audit?action=key_renamed')).body.data
    expect(events.map(({ actor, object, detail }: AuditRow) => [actor.name, object, detail])).toEqual([
      ['Test', { kind: 'key', id: idOf(key), name: 'Ben' }, 'was “Test”'],
      ['Test, reading', { kind: 'key', id: idOf(reading), name: 'Dana Ó 🌙' }, 'was “Test, reading”'],
    ])
  })

  it('rename themselves at once, and not once they are revoked', async () => {
    const { call, readKey: reading, store } = await testService(await openStore())
    const rename = (name: string) => call('PUT /api/v1/keys/self', { key: reading, form: { name } })
    const names = ['a', 'b', 'c', 'd']
    const answers = await Promise.all(names.map(rename))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(names).toContain((await findKey(store.db, idOf(reading)))?.name)
    // Another process revokes it, so this one still has it in its cache.
    await revokeKey(store.db, idOf(reading), new Date().toISOString())
    expect((await rename('e')).status).toBe(401)
    expect(await renameOwnKey(store.db, idOf(reading), 'e')).toBe('inactive')
    expect(names).toContain((await findKey(store.db, idOf(reading)))?.name)
  })

  it('rename themselves ten times a minute, which is one entry of the activity', async () => {
    const { call, readKey: reading } = await testService(await openStore())
    const statuses: number[] = []
    for (let at = 1; at <= renamesPerMinute + 1; at += 1)
      statuses.push((await call('PUT /api/v1/keys/self', { key: reading, form: { name: `N${at}` } })).status)
    expect(statuses).toEqual([...Array<number>(renamesPerMinute).fill(200), 429])
    const { data } = (await call('GET /api/v1/audit?action=key_renamed')).body
    expect(data).toHaveLength(1)
    expect(data[0]).toMatchObject({ actor: { name: 'Test, reading' }, object: { name: `N${renamesPerMinute}` } })
    const names = Array.from({ length: renamesPerMinute - 1 }, (_, at) => `, then “N${at + 1}”`)
    expect(data[0].detail).toBe(`was “Test, reading”${names.join('')}`)
    const other = await call('PUT /api/v1/keys/self', { form: { name: 'Another key has its own ten' } })
    expect(other.status).toBe(200)
  })

  it('that are renamed in another minute have another entry', async () => {
    const { call, store, readKey: reading } = await testService(await openStore())
    const id = idOf(reading)
    const start = Date.now()
    for (const [name, seconds] of [
      ['A', 0],
      ['B', 59],
      ['C', 61],
      ['D', 62],
    ] as const)
      await renameOwnKey(store.db, id, name, new Date(start + seconds * 1000))
    const { data } = (await call('GET /api/v1/audit?action=key_renamed')).body
    expect(data.map(({ object, detail }: AuditRow) => [object?.name, detail])).toEqual([
      ['D', 'was “B”, then “C”'],
      ['B', 'was “Test, reading”, then “A”'],
    ])
  })

  it.each(['Test', 'tEST', '\u2003Test \t', 'Te\u200bst', 'Ｔest'])(
    'of which one is called Test: no other gets the name %j',
    async (name) => {
      const { call, key, readKey: reading, store } = await testService(await openStore())
      const rename = () => call('PUT /api/v1/keys/self', { key: reading, form: { name } })
      const renamed = await rename()
      const created = await call('POST /api/v1/keys', { form: { name, role: 'read' } })
      for (const { status, body } of [renamed, created]) {
        expect([status, body.codes]).toEqual([422, { name: ['taken'] }])
        expect(body.errors.name[0]).toContain('Choose a different one')
      }
      expect((await call('GET /api/v1/keys')).body.data).toHaveLength(2)
      expect((await call('GET /api/v1/audit?action=key_renamed')).body.data).toEqual([])
      // Its own name in other letters is free, and so is that of a key that no longer works.
      expect((await call('PUT /api/v1/keys/self', { form: { name: 'TEST' } })).status).toBe(200)
      await revokeKey(store.db, idOf(key), new Date().toISOString())
      expect((await rename()).status).toBe(200)
    },
  )

  it('that want the same name at once: one gets it', async () => {
    const { call, key, readKey: reading } = await testService(await openStore())
    const form = { name: 'Dana' }
    const answers = await Promise.all([
      ...[key, reading].map((key) => call('PUT /api/v1/keys/self', { key, form })),
      ...Array.from({ length: 4 }, () => call('POST /api/v1/keys', { form: { ...form, role: 'read' } })),
    ])
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.codes?.name?.[0] === 'taken')).toHaveLength(5)
  })

  it('rename themselves while they create another key, without a deadlock', async () => {
    const { key, store } = await testService(await openStore())
    let renamed: ReturnType<typeof renameOwnKey> | undefined
    await store.db.transaction().execute(async (tx) => {
      await holdActiveKey(tx, idOf(key), new Date().toISOString())
      renamed = renameOwnKey(store.db, idOf(key), 'Dana')
      // On PostgreSQL, until it waits for this transaction.
      await setTimeout(100)
      await holdKeyNames(tx)
    })
    expect(await renamed).toMatchObject({ name: 'Dana' })
  })

  it('of sign-in links of one person have different names', async () => {
    const { store } = await testService(await openStore())
    const names: (string | undefined)[] = []
    for (let at = 0; at < 3; at += 1) {
      const token = await ownerToken(store.db)
      names.push((await redeemSignInToken(store.db, token, new Date('2026-11-28T10:00:00Z')))?.info.name)
    }
    expect(names).toEqual(['Dana Whitfield', 'Dana Whitfield (2)', 'Dana Whitfield (3)'])
  })

  it('that revoke each other at once leave one active', async () => {
    const { call, key, store } = await testService(await openStore())
    const { key: other } = await issueKey(store.db, 'Other', 'full')
    const answers = await Promise.all([
      call(`DELETE /api/v1/keys/${idOf(other)}`, { key }),
      call(`DELETE /api/v1/keys/${idOf(key)}`, { key: other }),
    ])
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
    const works = await Promise.all([key, other].map(async (key) => (await call('GET /api/v1/keys', { key })).status))
    expect(works.toSorted()).toEqual([200, 401])
  })

  it('that revoke each other at once can’t both do so, even if a third one stays', async () => {
    const { key, store } = await testService(await openStore())
    const { info } = await issueKey(store.db, 'Other', 'full')
    await issueKey(store.db, 'Third', 'full')
    const [one, other] = [idOf(key), info.id]
    const at = new Date().toISOString()
    const outcomes = await Promise.all([
      revokeKeyUnlessLast(store.db, other, { by: one, at, canBeLast: false }),
      revokeKeyUnlessLast(store.db, one, { by: other, at, canBeLast: false }),
    ])
    expect(outcomes.toSorted()).toEqual(['inactive', 'revoked'])
  })
})

it.each([
  ['nothing', {}, ['name', 'role']],
  ['a name of 101 characters', { name: 'é'.repeat(101), role: 'full' }, ['name']],
  ['a name of two lines', { name: 'a\nb', role: 'full' }, ['name']],
  ['a name that runs backwards', { name: 'a\u202eb', role: 'full' }, ['name']],
  ['another role', { name: 'a', role: 'admin' }, ['role']],
  ['a day without a time', { name: 'a', role: 'read', expires_at: '2999-01-01' }, ['expires_at']],
  ['a time without a zone', { name: 'a', role: 'read', expires_at: '2999-01-01T00:00' }, ['expires_at']],
  ['a day that is none', { name: 'a', role: 'read', expires_at: '2999-13-41T00:00Z' }, ['expires_at']],
  ['a time that is over', { name: 'a', role: 'read', expires_at: '2020-01-01T00:00Z' }, ['expires_at']],
])('a key with %s is not created', async (_, form, wrong) => {
  const { call } = await sqliteService()
  const { status, body } = await call('POST /api/v1/keys', { form })
  expect([status, Object.keys(body.errors)]).toEqual([422, wrong])
  expect((await call('GET /api/v1/keys')).body.data).toHaveLength(2)
})

it.each([{}, { name: '' }, { name: 'é'.repeat(101) }, { name: 'a\nb' }, { name: '\u0000' }])(
  'a key is not renamed to %j',
  async (form) => {
    const { call } = await sqliteService()
    const { status, body } = await call('PUT /api/v1/keys/self', { form })
    expect([status, Object.keys(body.errors)]).toEqual([422, ['name']])
    expect((await call('GET /api/v1')).body.key.name).toBe('Test')
  },
)

it('no key is renamed without one, and none by its ID', async () => {
  const { call, readKey: reading } = await sqliteService()
  const form = { name: 'Dana' }
  expect((await call('PUT /api/v1/keys/self', { key: null, form })).status).toBe(401)
  expect((await call(`PUT /api/v1/keys/${idOf(reading)}`, { form })).status).toBe(405)
  expect((await call('DELETE /api/v1/keys/self')).status).toBe(404)
})

it('only a key with full access can list and create keys', async () => {
  const { call, key, readKey: reading } = await sqliteService()
  for (const request of [
    'GET /api/v1/keys',
    'POST /api/v1/keys',
    `DELETE /api/v1/keys/${idOf(key)}`,
    'GET /api/v1/audit',
    'GET /api/v1/exports/audit.csv',
  ] as const) {
    const { status, body } = await call(request, { key: reading })
    expect([request, status, body.code]).toEqual([request, 403, 'full_key_required'])
    expect((await call(request, { key: null })).status).toBe(401)
  }
})

it.each(['x', '%00', '%F0%9F%8C%99', 'a'.repeat(90), '..%2Fviews%2F1'])('there is no key %s', async (id) => {
  const { call } = await sqliteService()
  expect((await call(`DELETE /api/v1/keys/${id}`)).status).toBe(404)
})
