import { expect, it } from 'vitest'
import { issueKey } from '#service/access/keys.ts'
import { findPerson } from '#service/store/access/people.ts'
import type { Store } from '#service/store/database.ts'
import { createOwner, signedIn } from '#testing/service/people.ts'
import { testService } from '#testing/service/service.ts'
import { describeEachEngine } from '#testing/store/databases.ts'

const origin = 'http://reports.test'

/** A service with two owners, who are signed in. */
async function withTwo(store: Store) {
  const service = await testService(store)
  const [dana, kim] = [await createOwner(store.db), await createOwner(store.db, 'Kim', 'kim@agency.example')]
  const as = async ({ id }: { id: number }) => {
    const [cookie = ''] = await signedIn(store.db, id)
    return (request: `${string} ${string}`, form?: Record<string, string>) =>
      service.call(request, { key: null, headers: { origin, cookie }, ...(form && { form }) })
  }
  return { service, dana, kim, asDana: await as(dana), asKim: await as(kim) }
}

describeEachEngine('people', ({ openStore }) => {
  it('are listed by name, with when they were last seen', async () => {
    const { asDana, dana } = await withTwo(await openStore())
    const [first, second] = (await asDana('GET /api/v1/people')).body.data
    expect([first.name, second.name]).toEqual(['Dana Whitfield', 'Kim'])
    expect(first).toMatchObject({ id: dana.id, email: 'dana@agency.example', team_role: 'owner', state: 'active' })
    expect(second.last_seen_at).toMatch(/^20/)
  })

  it('who are suspended are out at once, with their keys, and come back without their sessions', async () => {
    const store = await openStore()
    const { service, asDana, asKim, kim } = await withTwo(store)
    const { key } = await issueKey(store.db, 'Kim’s script', 'full', new Date(), { person_id: kim.id })
    expect((await service.call('GET /api/v1/me', { key })).body.data.person.name).toBe('Kim')
    expect((await asDana(`PUT /api/v1/people/${kim.id}`, { state: 'suspended' })).body.data.state).toBe('suspended')
    expect((await asKim('GET /api/v1/me')).status).toBe(401)
    expect((await service.call('GET /api/v1/reports', { key })).status).toBe(401)
    await asDana(`PUT /api/v1/people/${kim.id}`, { state: 'active' })
    expect((await asKim('GET /api/v1/me')).status).toBe(401)
    expect((await service.call('GET /api/v1/reports', { key })).status).toBe(200)
  })

  it('keep an active owner, also if two suspend each other at once', async () => {
    const { asDana, asKim, dana, kim } = await withTwo(await openStore())
    const answers = await Promise.all([
      asDana(`PUT /api/v1/people/${kim.id}`, { state: 'suspended' }),
      asKim(`PUT /api/v1/people/${dana.id}`, { state: 'suspended' }),
    ])
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused).toHaveLength(1)
    expect([401, 422]).toContain(refused[0]?.status)
  })

  it('keep the last owner, who can’t be suspended, demoted or removed', async () => {
    const { asDana, dana, kim } = await withTwo(await openStore())
    await asDana(`PUT /api/v1/people/${kim.id}`, { team_role: 'member' })
    const codes = async (change: Record<string, string>) =>
      (await asDana(`PUT /api/v1/people/${dana.id}`, change)).body.codes
    expect(await codes({ state: 'suspended' })).toEqual({ state: ['not_allowed'] })
    for (const team_role of ['member', 'guest'])
      expect(await codes({ team_role })).toEqual({ team_role: ['not_allowed'] })
    const removed = await asDana(`DELETE /api/v1/people/${dana.id}?hand_over_to=${kim.id}`)
    expect([removed.status, removed.body.codes]).toEqual([422, { state: ['not_allowed'] }])
    expect((await asDana('GET /api/v1/me')).body.data).toMatchObject({
      team_role: 'owner',
      person: { state: 'active' },
    })
    await asDana(`PUT /api/v1/people/${kim.id}`, { team_role: 'owner' })
    expect((await asDana(`PUT /api/v1/people/${dana.id}`, { team_role: 'member' })).status).toBe(200)
  })

  it('have a time zone that exists', async () => {
    const { asDana } = await withTwo(await openStore())
    const change = (time_zone: string) => asDana('PUT /api/v1/me', { time_zone })
    for (const wrong of ['Mars/Olympus', 'x'.repeat(5_000), 'Europe/Berlin\n'])
      expect((await change(wrong)).body.codes).toEqual({ time_zone: ['invalid_choice'] })
    expect((await change('Europe/Berlin')).status).toBe(200)
    expect((await asDana('GET /api/v1/me')).body.data.person.time_zone).toBe('Europe/Berlin')
  })

  it('aren’t given the email of another person, in any spelling', async () => {
    const { asDana, kim } = await withTwo(await openStore())
    const invited = await asDana('POST /api/v1/people/invitations', { name: 'Kim', email: 'KIM@Agency.example' })
    expect([invited.status, invited.body.codes]).toEqual([422, { email: ['taken'] }])
    const { status, body } = await asDana(`PUT /api/v1/people/${kim.id}`, { email: 'DANA@agency.example' })
    expect([status, body.codes]).toEqual([422, { email: ['taken'] }])
    const alike = await asDana(`PUT /api/v1/people/${kim.id}`, { email: 'kim@аgency.example' })
    expect(alike.body.data.email).toBe('kim@xn--gency-3ve.example')
  })

  it('are removed once another person takes over, and stay named in the activity', async () => {
    const store = await openStore()
    const { asDana, asKim, dana, kim } = await withTwo(store)
    await asKim('PUT /api/v1/me', { name: 'Kim Novak' })
    const rule = { list: 'reports', name: 'Bad', query: 'result=bad' }
    const view = (await asKim('POST /api/v1/views', rule)).body.data
    await asKim('POST /api/v1/alerts/rules', { view_id: String(view.id), conditions: 'not_indexable' })
    expect((await asDana(`DELETE /api/v1/people/${kim.id}`)).body.codes).toEqual({ hand_over_to: ['required'] })
    for (const heir of [kim.id, 999])
      expect((await asDana(`DELETE /api/v1/people/${kim.id}?hand_over_to=${heir}`)).body.codes).toEqual({
        hand_over_to: ['not_found'],
      })
    expect((await asDana(`DELETE /api/v1/people/${kim.id}?hand_over_to=${dana.id}`)).status).toBe(200)
    expect(await findPerson(store.db, kim.id)).toBeUndefined()
    expect((await asKim('GET /api/v1/me')).status).toBe(401)
    expect((await asDana('GET /api/v1/alerts/rules')).body.data[0].created_by).toBe('Dana Whitfield')
    const { data } = (await asDana(`GET /api/v1/audit?actor=person:${kim.id}`)).body
    expect(data.map((row: { action: string }) => row.action)).toContain('view_created')
    expect(data[0].actor).toEqual({ kind: 'person', id: `person:${kim.id}`, name: 'Kim Novak' })
    const last = await asDana(`DELETE /api/v1/people/${dana.id}?hand_over_to=${dana.id}`)
    expect(last.status).toBe(422)
  })

  it('see whose a key is, which ends with its person', async () => {
    const store = await openStore()
    const { service, asDana, dana } = await withTwo(store)
    const { body } = await asDana('POST /api/v1/keys', { name: 'Script', role: 'read' })
    expect(body.data.person).toEqual({ id: dana.id, name: 'Dana Whitfield' })
    expect((await service.call('PUT /api/v1/me', { key: body.data.key, form: { name: 'Eve' } })).status).toBe(403)
    const keys = (await asDana('GET /api/v1/keys')).body.data
    expect(keys.map(({ person }: { person: object | null }) => person)).toContain(null)
  })

  it('end one session, or all others', async () => {
    const store = await openStore()
    const { asDana, dana } = await withTwo(store)
    await signedIn(store.db, dana.id, 2)
    const ids = async () =>
      (await asDana('GET /api/v1/me/sessions')).body.data.map(({ id }: { id: number }) => id).toSorted()
    const [own, second, third] = await ids()
    expect((await asDana(`DELETE /api/v1/me/sessions/${second}`)).status).toBe(200)
    expect((await asDana(`DELETE /api/v1/me/sessions/${second}`)).status).toBe(404)
    expect(await ids()).toEqual([own, third])
    await asDana('DELETE /api/v1/me/sessions')
    expect(await ids()).toEqual([own])
  })
})
