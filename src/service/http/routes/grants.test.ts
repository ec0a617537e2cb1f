import { expect, it } from 'vitest'
import { createScheduleRunner } from '#service/jobs/schedule-runner.ts'
import { canAnalyse } from '#service/store/access/authors.ts'
import { authorOfPerson } from '#service/store/access/people.ts'
import type { Store } from '#service/store/database.ts'
import { saveConnection } from '#service/store/google/connections.ts'
import { createReport } from '#service/store/reports/reports.ts'
import { createOwner, signedIn } from '#testing/service/people.ts'
import { type TestService, testService } from '#testing/service/service.ts'
import { describeEachEngine, onBoth } from '#testing/store/databases.ts'
import { newReport } from '#testing/store/reports.ts'

const publicUrl = 'https://reports.test'
const domains = ['acme.example', 'bolt.example'] as const

/** Two clients with a website each, and an owner. The ID of each is its place in the list. */
async function withClients(store: Store) {
  const service = await testService(store, { publicUrl })
  const { db } = store
  const [cookie = ''] = await signedIn(db, (await createOwner(db)).id)
  const asOwner = callAs(service, cookie)
  for (const [at, domain] of domains.entries()) {
    await createReport(db, newReport({ url: `https://${domain}/`, domain }))
    await asOwner('POST /api/v1/clients', { name: domain })
    await asOwner(`PUT /api/v1/websites/${at + 1}/client`, { client_id: String(at + 1) })
  }
  /** Invites a person, who creates their account. */
  const invite = async (team_role: string, grants: string) => {
    const name = `${team_role} ${grants.replaceAll('\n', ' ')}`
    const invited = await asOwner('POST /api/v1/people/invitations', { name, team_role, grants })
    const token = String(invited.body.data.url).split('#token=')[1] ?? ''
    const email = `${name.replaceAll(/\W/g, '')}@agency.example`
    const form = { token, email, password: 'lamp tango velvet' }
    const { headers } = await service.call('POST /api/v1/account', { key: null, headers: { origin: publicUrl }, form })
    const call = callAs(service, String(headers['set-cookie']).split(';', 1)[0] ?? '')
    return { call, id: Number((await call('GET /api/v1/me')).body.data.person.id) }
  }
  return { service, asOwner, invite }
}

const callAs =
  (service: TestService, cookie: string) =>
  (request: string, form?: Record<string, string>, headers = {}): ReturnType<TestService['call']> =>
    service.call(request as `${string} ${string}`, {
      key: null,
      headers: { origin: publicUrl, cookie, ...headers },
      ...(form && { form }),
    })

const domainsSeen = async (call: ReturnType<typeof callAs>): Promise<string[]> =>
  (await call('GET /api/v1/websites?sort_by=domain&sort=asc')).body.data.map(({ domain }: { domain: string }) => domain)

describeEachEngine('grants', onBoth, ({ openStore }) => {
  it('come with an invitation, and count at once when they change', async () => {
    const { asOwner, invite } = await withClients(await openStore())
    const { call, id } = await invite('member', 'view client:1')
    expect((await call('GET /api/v1/me')).body.data).toMatchObject({
      team_role: 'member',
      grants: [{ right: 'view', scope: 'client', client_id: 1, website_id: null }],
    })
    expect(await domainsSeen(call)).toEqual(['acme.example'])
    expect((await call('PUT /api/v1/websites/1', { privacy: '0' })).body).toMatchObject({ code: 'not_allowed' })
    expect((await call('PUT /api/v1/websites/2', { privacy: '0' })).status).toBe(404)

    await asOwner(`PUT /api/v1/people/${id}`, { grants: 'edit client:2\nview website:1' })
    expect(await domainsSeen(call)).toEqual([...domains])
    expect((await call('PUT /api/v1/websites/2', { privacy: '0' })).status).toBe(200)
    await asOwner(`PUT /api/v1/people/${id}`, { team_role: 'owner' })
    expect((await call('GET /api/v1/me')).body.data.grants).toMatchObject([{ right: 'edit', scope: 'all' }])
    await asOwner(`PUT /api/v1/people/${id}`, { team_role: 'member' })
    expect(await domainsSeen(call)).toEqual([])
    // A client takes the grants of it along.
    await asOwner(`PUT /api/v1/people/${id}`, { grants: 'edit client:2' })
    await asOwner('DELETE /api/v1/clients/2')
    expect([await domainsSeen(call), (await call('GET /api/v1/me')).body.data.grants]).toEqual([[], []])
  })

  it('are of what exists, and guests only view', async () => {
    const { asOwner } = await withClients(await openStore())
    const codes = async (team_role: string, grants: string) =>
      (await asOwner('POST /api/v1/people/invitations', { name: 'Kim', team_role, grants })).body.codes
    expect(await codes('member', 'edit client:9')).toEqual({ grants: ['not_found'] })
    expect(await codes('member', 'edit website:9')).toEqual({ grants: ['not_found'] })
    expect(await codes('guest', 'edit client:1')).toEqual({ grants: ['not_allowed'] })
    expect(await codes('guest', 'view all')).toEqual({ grants: ['not_allowed'] })
    for (const wrong of ['edit', 'own all', 'view client:0', 'view client:x', 'edit client:1 2'])
      expect([wrong, await codes('member', wrong)]).toEqual([wrong, { grants: ['invalid_choice'] }])
  })

  it('let no one add a domain, except for a client that they can edit', async () => {
    const { asOwner, invite } = await withClients(await openStore())
    const { call } = await invite('member', 'edit client:1\nview client:2')
    const add = (domain: string, client_id = '') => call('POST /api/v1/domains', { domain, client_id })
    const refused = [await add('new.example'), await add('bolt.example'), await add('bolt.example', '1')]
    expect(refused.map(({ status, body }) => [status, body.errors])).toEqual(
      ['new.example', 'bolt.example', 'bolt.example'].map((domain) => [
        403,
        { domain: [`Ask an owner to assign this domain: ${domain}.`] },
      ]),
    )
    expect((await add('new.example', '2')).body.codes).toEqual({ client_id: ['not_found'] })
    expect((await add('new.example', '1')).body.data).toMatchObject({ domain: 'new.example', client_id: 1 })
    const job = await call('POST /api/v1/jobs', { urls: 'https://next.example/', client_id: '1' })
    expect(job.status).toBe(202)
    expect(await domainsSeen(call)).toEqual(['acme.example', 'bolt.example', 'new.example', 'next.example'])
    expect((await call('POST /api/v1/jobs', { urls: 'https://acme.example/\nhttps://bolt.example/' })).status).toBe(403)
    expect((await asOwner('POST /api/v1/domains', { domain: 'more.example', client_id: '2' })).status).toBe(201)
  })

  it('bind a link to a list when it is made', async () => {
    const { service, asOwner, invite } = await withClients(await openStore())
    const { call, id } = await invite('member', 'edit client:1\nview client:2')
    const made = await call('POST /api/v1/links', { kind: 'view', list: 'reports', query: '' })
    const shown = async () => {
      const { body } = await service.call(`GET /api/v1/shared/links/${made.body.data.token}/reports`, { key: null })
      return body.data.map(({ url }: { url: string }) => url)
    }
    expect(await shown()).toEqual(['https://acme.example/'])
    await asOwner(`PUT /api/v1/people/${id}`, { grants: 'edit all' })
    expect(await shown()).toEqual(['https://acme.example/'])
    await asOwner(`PUT /api/v1/people/${id}`, { state: 'suspended' })
    expect(await shown()).toEqual(['https://acme.example/'])
    expect((await asOwner(`GET /api/v1/links?person_id=${id}`)).body.data).toHaveLength(1)
  })

  it('decide what still runs for an author', async () => {
    const store = await openStore()
    const { db } = store
    const { asOwner, invite } = await withClients(store)
    const { call, id } = await invite('member', 'edit client:1')
    const daily = { website_id: '1', every: 'day', time: '06:00', time_zone: 'UTC' }
    expect((await call('POST /api/v1/schedules', daily)).status).toBe(201)
    await call('POST /api/v1/alerts/rules', { website_id: '1', conditions: 'not_indexable' })
    const isPaused = async () => (await asOwner('GET /api/v1/alerts/rules/1')).body.data.paused
    const author = authorOfPerson(id)
    expect([await isPaused(), await canAnalyse(db, author, new URL('https://www.acme.example/x'))]).toEqual([
      false,
      true,
    ])
    expect(await canAnalyse(db, author, new URL('https://bolt.example/'))).toBe(false)

    await asOwner(`PUT /api/v1/people/${id}`, { grants: 'view client:1' })
    expect([await isPaused(), await canAnalyse(db, author, new URL('https://acme.example/'))]).toEqual([false, false])
    await db.updateTable('schedules').set({ next_run_at: '2026-01-01T00:00:00.000Z' }).execute()
    const failures: unknown[] = []
    const runner = createScheduleRunner(db, { onJob: () => {}, onError: (error) => failures.push(error) })
    await runner.run()
    await runner.close()
    expect(failures).toEqual([])
    expect((await asOwner('GET /api/v1/schedules/1')).body.data.last_outcome).toBe('not_allowed')
    expect((await asOwner('GET /api/v1/runs')).body.data).toMatchObject([{ state: 'not_allowed' }])
    await asOwner(`PUT /api/v1/people/${id}`, { grants: 'view client:2' })
    expect(await isPaused()).toBe(true)
  })

  it('count for repeated requests too', async () => {
    const { service, asOwner, invite } = await withClients(await openStore())
    const { call, id } = await invite('member', 'edit client:1')
    const requests = [
      ['POST /api/v1/jobs', { urls: 'https://acme.example/' }],
      ['POST /api/v1/reports', { url: 'https://acme.example/' }],
      ['POST /api/v1/schedules', { website_id: '1', every: 'day', time: '06:00', time_zone: 'UTC' }],
      ['POST /api/v1/alerts/rules', { website_id: '1', conditions: 'not_indexable' }],
      ['POST /api/v1/waivers', { website_id: '1', check: 'noindex', scope: 'website', reason: 'acme' }],
      ['POST /api/v1/views', { list: 'reports', name: 'acme', query: '', client_id: '1', owner: 'team' }],
      ['POST /api/v1/domains', { domain: 'acme.example' }],
      ['POST /api/v1/domains', { domain: 'new.acme.example', client_id: '1' }],
      ['PUT /api/v1/websites/1', { privacy: '1' }],
      ['PUT /api/v1/websites/1/identity', { hosts: 'acme.example:8080' }],
    ] as const
    const send = async () => {
      const answers: unknown[] = []
      for (const [at, [request, form]] of requests.entries()) {
        const { status, text } = await call(request, form, {
          'idempotency-key': `repeated ${at}`,
          ...(request.endsWith('/reports') && { prefer: 'respond-async' }),
        })
        answers.push([`${request} ${at}`, status, text])
      }
      return answers
    }
    const done = (at: number) => [202, 202, 201, 201, 201, 201, 200, 201, 200, 200][at]
    const names = requests.map(([request], at) => `${request} ${at}`)
    const first = names.map((name, at) => [name, done(at), expect.any(String)])
    expect(await send()).toEqual(first)
    expect(await send()).toEqual(first)
    await asOwner(`PUT /api/v1/people/${id}`, { grants: 'edit client:2' })
    const refused = names.map((name) => [name, name.startsWith('PUT') ? 404 : 409, expect.not.stringContaining('acme')])
    expect(await send()).toEqual(refused)
    expect((await service.call('GET /api/v1/jobs')).body.data).toHaveLength(2)
  })

  it('show with what a website is requested, and by which account, to those who can change it', async () => {
    const { service, asOwner, invite } = await withClients(await openStore())
    const { call, id } = await invite('member', 'view client:1')
    await asOwner('PUT /api/v1/websites/1/identity', { headers: 'X-Staging: secret' })
    const account = 'reports@example.iam.gserviceaccount.com'
    const none = { property: null, secret: null, key_id: null, due_at: null }
    await saveConnection(service.store.db, 1, { kind: 'service', account, state: 'ready', ...none })
    const seen = async () => [
      (await call('GET /api/v1/websites/1/identity')).body.data.headers,
      (await call('GET /api/v1/websites/1/search')).body.data.account,
    ]
    expect(await seen()).toEqual([null, null])
    await asOwner(`PUT /api/v1/people/${id}`, { grants: 'edit client:1' })
    expect(await seen()).toEqual([['X-Staging'], account])
  })

  it('show names of people, their own account, and alert rules that they can change', async () => {
    const { asOwner, invite } = await withClients(await openStore())
    const { call, id } = await invite('member', 'view client:1')
    const rule = { website_id: '1', conditions: 'not_indexable', webhook_url: 'https://hooks.example/secret' }
    expect((await asOwner('POST /api/v1/alerts/rules', rule)).status).toBe(201)
    const rules = async () => (await call('GET /api/v1/alerts/rules')).body.data.length
    expect([await rules(), (await call('GET /api/v1/alerts/rules/1')).status]).toEqual([0, 403])
    const [owner] = (await asOwner('GET /api/v1/people')).body.data
    expect((await call(`GET /api/v1/people/${owner.id}`)).body.data).toEqual({ id: owner.id, name: owner.name })
    expect((await call(`GET /api/v1/people/${id}`)).body.data).toMatchObject({ id, grants: [{ client_id: 1 }] })
    await asOwner(`PUT /api/v1/people/${id}`, { grants: 'edit client:1' })
    expect([await rules(), (await call('GET /api/v1/alerts/rules/1')).status]).toEqual([1, 200])
  })

  it('limit keys, which make none', async () => {
    const { service, asOwner, invite } = await withClients(await openStore())
    const { call, id } = await invite('member', 'edit client:1')
    const make = async (as: typeof call, form: Record<string, string>) =>
      as('POST /api/v1/keys', { role: 'full', ...form })
    const names = async (key: string) => (await service.call('GET /api/v1/websites', { key })).body.data.length
    const own = (await make(call, { name: 'Own' })).body.data
    const narrowed = (await make(call, { name: 'Narrowed', clients: '1' })).body.data
    const ofService = (await make(asOwner, { name: 'Service', grants: 'view website:2' })).body.data
    const seen = async () => [await names(own.key), await names(narrowed.key), await names(ofService.key)]
    expect(await seen()).toEqual([1, 1, 1])
    await asOwner(`PUT /api/v1/people/${id}`, { grants: 'edit client:2' })
    expect(await seen()).toEqual([1, 0, 1])
    expect([own.grants, own.person?.name === undefined, ofService.person]).toEqual([null, false, null])
    expect((await make(call, { name: 'No', grants: 'edit all' })).body.codes).toEqual({ grants: ['not_allowed'] })
    const form = { name: 'No', role: 'full' }
    for (const key of [narrowed.key, ofService.key])
      expect((await service.call('POST /api/v1/keys', { key, form })).body.code).toBe('not_allowed')
    expect((await call('GET /api/v1/keys')).body.data.map(({ name }: { name: string }) => name)).toEqual([
      'Narrowed',
      'Own',
    ])
  })
})
