import { expect, it } from 'vitest'
import { PageFinding } from '#contract/reports/findings.ts'
import { readRows } from '#contract/responses/envelope.ts'
import type { Store } from '#service/store/database.ts'
import { createReport } from '#service/store/reports/reports.ts'
import { createOwner, signedIn, signedInWith } from '#testing/service/people.ts'
import { testService } from '#testing/service/service.ts'
import { describeEachEngine, onBoth } from '#testing/store/databases.ts'
import { newCheckResult, newEvaluation, newReport } from '#testing/store/reports.ts'
import type { Message } from '../messages.ts'

const origin = 'http://reports.test'
const check = 'title-present'
const warning = newCheckResult({ outcome: 'warn', passed: false, points_lost: 1 })

/** A website of three pages with an issue, and Dana and Kim, who are signed in. */
async function withTwo(store: Store, { canMail = true } = {}) {
  const mails: Message[] = []
  const service = await testService(store, {
    mail: canMail ? { url: 'smtp://127.0.0.1:9', from: 'reports@agency.example' } : null,
    sendMessage: async (to, { subject, text }) => void mails.push({ to, subject, text }),
  })
  const add = (path: string, checks: string[]) => {
    const evaluation = newEvaluation({ results: Object.fromEntries(checks.map((id) => [id, warning])) })
    return createReport(store.db, newReport({ url: `https://shop.example${path}`, domain: 'shop.example', evaluation }))
  }
  const reports = [await add('/a', [check, 'noindex']), await add('/b', [check]), await add('/c', [check])]
  await add('/d', [])
  const [dana, kim] = [await createOwner(store.db), await createOwner(store.db, 'Kim', 'kim@agency.example')]
  const as = async ({ id }: { id: number }) => {
    const [cookie = ''] = await signedIn(store.db, id)
    return (request: `${string} ${string}`, form?: Record<string, string>) =>
      service.call(request, { key: null, headers: { origin, cookie }, ...(form && { form }) })
  }
  const website = reports[0]?.website_id ?? 0
  const [asDana, asKim] = [await as(dana), await as(kim)]
  const assignAll = (id: number | '', ids?: string) =>
    asDana(`PUT /api/v1/websites/${website}/findings/${check}`, { assignee_id: `${id}`, ...(ids && { ids }) })
  const assign = (report: number, id: number | '') =>
    asDana(`PUT /api/v1/reports/${report}/findings/${check}`, { assignee_id: `${id}` })
  return { service, mails, reports, website, dana, kim, asDana, asKim, assign, assignAll }
}

describeEachEngine('an assignee', onBoth, ({ openStore }) => {
  it('of a finding is shown with the name, and removed by an empty text', async () => {
    const { assign, asKim, reports, kim, service } = await withTwo(await openStore())
    const id = reports[0]?.id ?? 0
    expect((await assign(id, kim.id)).body.data).toMatchObject({
      status: 'open',
      assignee_id: kim.id,
      assignee_name: 'Kim',
      updated_by: 'Dana Whitfield',
    })
    await asKim(`PUT /api/v1/reports/${id}/findings/${check}`, { status: 'in_progress' })
    const findings = async () => readRows(PageFinding, (await asKim(`GET /api/v1/reports/${id}/findings`)).body)
    expect(await findings()).toMatchObject([{ status: 'in_progress', assignee_id: kim.id }])
    expect((await assign(id, '')).body.data).toMatchObject({ status: 'in_progress', assignee_id: null })
    const { data } = (await service.call('GET /api/v1/audit')).body
    expect(data.map(({ detail }: { detail: string }) => detail)).toEqual([
      `${check}: assigned to no one`,
      `${check}: in progress`,
      `${check}: assigned to Kim`,
    ])
  })

  it('is an active person', async () => {
    const { assign, assignAll, asDana, reports, kim } = await withTwo(await openStore())
    const id = reports[0]?.id ?? 0
    expect((await assign(id, 999)).body.codes).toEqual({ assignee_id: ['not_found'] })
    await asDana(`PUT /api/v1/people/${kim.id}`, { state: 'suspended' })
    expect((await assign(id, kim.id)).body.codes).toEqual({ assignee_id: ['not_found'] })
    expect((await assignAll(kim.id)).body.codes).toEqual({ assignee_id: ['not_found'] })
    const refused = await asDana(`PUT /api/v1/reports/${id}/findings/${check}`, { assignee_id: 'Kim' })
    expect(refused.body.codes).toEqual({ assignee_id: ['invalid_id'] })
    expect((await asDana(`GET /api/v1/reports/${id}/findings`)).body.data).toEqual([])
  })

  it('of an issue has all of its open findings at once', async () => {
    const { assignAll, assign, asDana, asKim, reports, website, dana, kim } = await withTwo(await openStore())
    const [first, second] = reports.map(({ id }) => id)
    await asDana(`PUT /api/v1/reports/${first}/findings/${check}`, { status: 'fixed' })
    expect((await assignAll(kim.id)).body).toEqual({ pages: 2, before: [], status: 200 })
    const issues = async (search = '') =>
      (await asKim(`GET /api/v1/websites/${website}/issues${search}`)).body.data.map(
        ({ check, assignees }: { check: string; assignees: object[] }) => [check, assignees],
      )
    const people = [{ id: kim.id, name: 'Kim', pages: 2 }]
    expect(await issues('?assignee=me')).toEqual([[check, people]])
    expect(Object.fromEntries(await issues())).toEqual({ [check]: people, noindex: [] })
    expect(await issues(`?assignee=${dana.id}`)).toEqual([])
    await assign(second ?? 0, dana.id)
    expect(await issues(`?assignee=${dana.id}`)).toEqual([
      [
        check,
        [
          { id: dana.id, name: 'Dana Whitfield', pages: 1 },
          { id: kim.id, name: 'Kim', pages: 1 },
        ],
      ],
    ])
    expect((await assignAll('')).body.pages).toBe(2)
    expect(Object.fromEntries(await issues())).toEqual({ [check]: [], noindex: [] })
  })

  it('filters reports, pages and issues, and by me for each reader', async () => {
    const { service, assign, asDana, asKim, reports, website, kim } = await withTwo(await openStore())
    await assign(reports[1]?.id ?? 0, kim.id)
    const paths = ['/api/v1/reports?', `/api/v1/websites/${website}/pages?`]
    for (const path of paths) {
      const urls = async (as: typeof asKim, search: string) =>
        (await as(`GET ${path}${search}`)).body.data.map(({ url }: { url: string }) => new URL(url).pathname)
      expect([path, await urls(asKim, 'assignee=me')]).toEqual([path, ['/b']])
      expect([path, await urls(asKim, `assignee=me&check=${check}`)]).toEqual([path, ['/b']])
      expect([path, await urls(asKim, 'assignee=me&check=noindex')]).toEqual([path, []])
      expect([path, await urls(asDana, 'assignee=me')]).toEqual([path, []])
      expect([path, await urls(asDana, `assignee=${kim.id}`)]).toEqual([path, ['/b']])
      const ofKey = (search: string) => service.call(`GET ${path}${search}`)
      expect((await ofKey('assignee=me')).body.data).toEqual([])
      expect((await ofKey('assignee=kim')).status).toBe(422)
    }
    await service.call(`PUT /api/v1/websites/${website}`, { form: { privacy: '0' } })
    const shared = await service.call(`GET /api/v1/shared/websites/${website}/reports?assignee=${kim.id}`, {
      key: null,
    })
    expect(shared.body.data).toEqual([])
  })

  it('sees their issues in the overview, which has none of a service key', async () => {
    const { service, assignAll, asKim, asDana, website, kim } = await withTwo(await openStore())
    await assignAll(kim.id)
    const mine = async (as: typeof asKim) => (await as('GET /api/v1/overview')).body.data.mine
    expect(await mine(asKim)).toMatchObject([{ website_id: website, domain: 'shop.example', check, pages: 3 }])
    expect(await mine(asDana)).toEqual([])
    expect((await service.call('GET /api/v1/overview')).body.data.mine).toBeNull()
  })

  it('is mailed once per action, if they want, and not by themselves', async () => {
    const { service, mails, assign, assignAll, asKim, reports, website, kim, dana } = await withTwo(await openStore())
    const id = reports[0]?.id ?? 0
    await assignAll(kim.id)
    await expect
      .poll(() => mails)
      .toMatchObject([
        { to: 'kim@agency.example', subject: 'Dana Whitfield assigned you “Title tag” on 3 pages of shop.example' },
      ])
    expect(mails[0]?.text).toContain(`${origin}/reports?website_id=${website}&check=${check}&assignee=me`)
    await assign(id, kim.id)
    await expect.poll(() => mails[1]?.text).toContain(`${origin}/reports/${id}`)
    await assign(id, dana.id)
    await asKim('PUT /api/v1/me', { mail_assigned: '0' })
    await assign(id, kim.id)
    await asKim('PUT /api/v1/me', { mail_assigned: '1' })
    await service.call(`PUT /api/v1/reports/${id}/findings/${check}`, { form: { assignee_id: `${kim.id}` } })
    await expect.poll(() => mails.length).toBe(3)
    expect(mails[2]?.subject).toMatch(/^Test assigned you/)
  })

  it('isn’t mailed without a mail server', async () => {
    const { mails, assignAll, kim } = await withTwo(await openStore(), { canMail: false })
    expect((await assignAll(kim.id)).status).toBe(200)
    expect(mails).toEqual([])
  })

  it('is a filter of a guest for themself alone', async () => {
    const store = await openStore()
    const { service, assign, reports, website, kim } = await withTwo(store)
    const grant = { right: 'view', scope: 'website', client_id: null, website_id: website } as const
    const cookie = await signedInWith(store.db, 'guest', [grant])
    const asGuest = (path: string) => service.call(`GET /api/v1/${path}`, { key: null, headers: { origin, cookie } })
    const id = Number((await asGuest('me')).body.data.person.id)
    const [first, second] = reports.map((report) => report.id)
    await assign(first ?? 0, kim.id)
    await assign(second ?? 0, id)
    for (const path of ['reports', `websites/${website}/pages`]) {
      const urls = async (assignee: number | string) =>
        (await asGuest(`${path}?assignee=${assignee}`)).body.data.map(({ url }: { url: string }) => url)
      expect([path, await urls(kim.id)]).toEqual([path, []])
      for (const self of ['me', id]) expect([path, await urls(self)]).toEqual([path, ['https://shop.example/b']])
    }
  })

  it('who was removed isn’t the one of a report that is put back', async () => {
    const { assign, asDana, reports, dana, kim } = await withTwo(await openStore())
    const id = reports[1]?.id ?? 0
    await assign(id, kim.id)
    await asDana(`DELETE /api/v1/reports/${id}`)
    await asDana(`DELETE /api/v1/people/${kim.id}?hand_over_to=${dana.id}`)
    expect((await asDana(`POST /api/v1/reports/${id}/restore`)).status).toBe(200)
    expect((await asDana(`GET /api/v1/reports/${id}/findings`)).body.data).toMatchObject([{ assignee_id: null }])
  })
})

describeEachEngine('the list of people', ({ openStore }) => {
  it('has the names of active people for readers who don’t manage people', async () => {
    const { service, asDana, dana, kim } = await withTwo(await openStore())
    const names = async () => (await service.call('GET /api/v1/people', { key: service.readKey })).body.data
    expect(await names()).toEqual([
      { id: dana.id, name: 'Dana Whitfield' },
      { id: kim.id, name: 'Kim' },
    ])
    await asDana(`PUT /api/v1/people/${kim.id}`, { state: 'suspended' })
    expect(await names()).toEqual([{ id: dana.id, name: 'Dana Whitfield' }])
    expect((await service.call('GET /api/v1/people', { key: null })).status).toBe(401)
  })
})
