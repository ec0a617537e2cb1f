import { expect, it } from 'vitest'
import { maxFindingPages, PageFinding } from '#contract/reports/findings.ts'
import { readRows } from '#contract/responses/envelope.ts'
import { deleteReport } from '#service/store/reports/deleted-reports.ts'
import { createReport } from '#service/store/reports/reports.ts'
import { findFaults } from '#service/store/verify/verify.ts'
import { testService, type TestService } from '#testing/service/service.ts'
import { describeEachEngine, onBoth } from '#testing/store/databases.ts'
import { newCheckResult, newEvaluation, newReport } from '#testing/store/reports.ts'
import { waivedElsewhere } from '../responses/change-findings.ts'

const url = 'https://www.shop.example/lamps'

/** Stores a report of the page with warnings of `checks`. */
function addReport({ store }: TestService, ...checks: string[]) {
  const warning = newCheckResult({ outcome: 'warn', passed: false, points_lost: 1 })
  const results = Object.fromEntries(checks.map((id) => [id, warning]))
  return createReport(store.db, newReport({ url, evaluation: newEvaluation({ results }) }))
}

const change = ({ call }: TestService, report: number, form: Record<string, string>, check = 'title-present') =>
  call(`PUT /api/v1/reports/${report}/findings/${check}`, { form })

const findings = async ({ call }: TestService, report: number) =>
  readRows(PageFinding, (await call(`GET /api/v1/reports/${report}/findings`)).body)

describeEachEngine('a finding', ({ openStore }) => {
  it('has a status and an owner, which later reports of the page show', async () => {
    const service = await testService(await openStore())
    const { id } = await addReport(service, 'title-present', 'noindex')
    expect(await findings(service, id)).toEqual([])
    const { status, body } = await change(service, id, { status: 'in_progress', owner: 'Ann' })
    expect(status).toBe(200)
    expect(body.data).toEqual({
      check: 'title-present',
      waived: false,
      status: 'in_progress',
      back: false,
      owner: 'Ann',
      assignee_id: null,
      assignee_name: null,
      updated_at: expect.any(String),
      updated_by: 'Test',
      waiver: null,
    })
    const next = await addReport(service, 'title-present')
    expect(await findings(service, next.id)).toEqual([body.data])
    expect((await change(service, next.id, { owner: '' })).body.data).toMatchObject({
      status: 'in_progress',
      owner: null,
    })
    const log = await service.call('GET /api/v1/audit')
    expect(log.body.data.slice(0, 2)).toMatchObject([
      { action: 'finding_changed', detail: 'title-present: no owner' },
      { object: { kind: 'report', id, name: url }, detail: 'title-present: in progress, owner Ann' },
    ])
    expect(await findFaults(service.store.db)).toEqual([])
  })

  it('is fixed once it passes, and open and back once it returns', async () => {
    const service = await testService(await openStore())
    const { id } = await addReport(service, 'title-present')
    await change(service, id, { status: 'in_progress', owner: 'Ann' })
    await addReport(service)
    expect(await findings(service, id)).toMatchObject([
      { status: 'fixed', back: false, owner: 'Ann', updated_by: null },
    ])
    await addReport(service, 'title-present')
    expect(await findings(service, id)).toMatchObject([{ status: 'open', back: true, owner: 'Ann', updated_by: null }])
    expect((await change(service, id, { status: 'in_progress' })).body.data).toMatchObject({ back: false })
    expect(await findFaults(service.store.db)).toEqual([])
  })

  it('that was said to be fixed stays so until a newer report has it', async () => {
    const service = await testService(await openStore())
    const { id } = await addReport(service, 'title-present')
    expect((await change(service, id, { status: 'fixed' })).body.data.status).toBe('fixed')
    expect(await findings(service, id)).toMatchObject([{ status: 'fixed' }])
    await addReport(service, 'title-present')
    expect(await findings(service, id)).toMatchObject([{ status: 'open', back: true }])
  })

  it('is open again if the report without it is deleted', async () => {
    const service = await testService(await openStore())
    const { id } = await addReport(service, 'title-present')
    await change(service, id, { status: 'open' })
    const without = await addReport(service)
    await deleteReport(service.store.db, without.id)
    expect(await findings(service, id)).toMatchObject([{ status: 'open' }])
    await deleteReport(service.store.db, id)
    expect(await service.store.db.selectFrom('finding_states').selectAll().execute()).toEqual([])
    expect(await findFaults(service.store.db)).toEqual([])
  })

  it('is ignored by a waiver of its page, until it has another status', async () => {
    const service = await testService(await openStore())
    const { id, website_id } = await addReport(service, 'title-present')
    const ignored = await change(service, id, { status: 'ignored', reason: 'By design' })
    const waiver = { scope: 'page', target: url, reason: 'By design', author: 'Test', website_id }
    expect(ignored.body.data).toMatchObject({ status: 'ignored', waived: true, waiver })
    expect((await service.call('GET /api/v1/waivers')).body.data).toMatchObject([waiver])
    await change(service, id, { status: 'ignored', reason: 'For another reason' })
    expect((await service.call('GET /api/v1/waivers')).body.data).toMatchObject([{ reason: 'For another reason' }])
    expect((await change(service, id, { status: 'open' })).body.data).toMatchObject({ status: 'open', waiver: null })
    expect((await service.call('GET /api/v1/waivers')).body.data).toEqual([])
  })

  it('that a wider waiver covers keeps it', async () => {
    const service = await testService(await openStore())
    const { id, website_id } = await addReport(service, 'title-present')
    const form = { website_id: String(website_id), check: 'title-present', scope: 'website', reason: 'By design' }
    await service.call('POST /api/v1/waivers', { form })
    expect(await findings(service, id)).toMatchObject([{ status: 'ignored', waiver: { scope: 'website' } }])
    expect((await change(service, id, { status: 'open' })).body).toMatchObject({
      code: 'conflict',
      message: waivedElsewhere('the whole website').message,
    })
    expect((await change(service, id, { owner: 'Ann' })).status).toBe(200)
  })

  it('is changed only for issues of the latest report, by a full-access key', async () => {
    const service = await testService(await openStore())
    const { id } = await addReport(service, 'title-present')
    expect((await change(service, id, { status: 'open' }, 'noindex')).body.code).toBe('conflict')
    expect((await change(service, id, { status: 'open' }, 'unknown')).status).toBe(404)
    expect((await change(service, 99, { status: 'open' })).status).toBe(404)
    const refused = async (form: Record<string, string>) => (await change(service, id, form)).body.codes
    expect(await refused({})).toEqual({ status: ['one_required'] })
    expect(await refused({ status: 'done' })).toEqual({ status: ['invalid_choice'] })
    expect(await refused({ status: 'ignored' })).toEqual({ reason: ['required'] })
    expect(await refused({ status: 'open', reason: 'None' })).toEqual({ reason: ['not_allowed'] })
    expect(await refused({ owner: 'x'.repeat(101) })).toEqual({ owner: ['too_long'] })
    const { readKey, call } = service
    const path = `/api/v1/reports/${id}/findings`
    expect((await call(`PUT ${path}/title-present`, { key: readKey, form: { status: 'open' } })).status).toBe(403)
    expect((await call(`GET ${path}`, { key: readKey })).status).toBe(200)
  })
})

describeEachEngine('visitors', ({ openStore }) => {
  it('see that a finding is waived, but neither why, by whom nor its status', async () => {
    const service = await testService(await openStore())
    const { id, website_id } = await addReport(service, 'title-present', 'noindex')
    const { call } = service
    await change(service, id, { status: 'ignored', reason: 'A secret reason' })
    await change(service, id, { status: 'in_progress', owner: 'Ann' }, 'noindex')
    const shared = `GET /api/v1/shared/reports/${id}/findings` as const
    expect((await call(shared, { key: null })).status).toBe(404)
    await call(`PUT /api/v1/websites/${website_id}`, { form: { privacy: '0' } })
    const seen = { data: [{ check: 'title-present', waived: true }], status: 200 }
    expect((await call(shared, { key: null })).body).toEqual(seen)
    const through = async (mode: string) => {
      const form = { kind: 'report', report_id: String(id), mode }
      const { token } = (await call('POST /api/v1/links', { form })).body.data
      return call(`GET /api/v1/shared/links/${token}/reports/${id}/findings`, { key: null })
    }
    expect((await through('live')).body).toEqual(seen)
    expect((await through('frozen')).body).toEqual({ data: [], status: 200 })
  })
})

describeEachEngine('the finding of several pages', onBoth, ({ openStore }) => {
  const warning = newCheckResult({ outcome: 'warn', passed: false, points_lost: 1 })

  /** Stores reports of pages with an issue, and of one without. Returns the IDs of the pages. */
  async function withPages({ store }: TestService) {
    const add = async (path: string, checks: string[], host = 'www.shop.example') => {
      const results = Object.fromEntries(checks.map((id) => [id, warning]))
      const domain = host.replace('www.', '')
      const evaluation = newEvaluation({ results })
      return createReport(store.db, newReport({ url: `https://${host}${path}`, domain, evaluation }))
    }
    const first = await add('/a', ['title-present'])
    const pages = [first, await add('/b', ['title-present']), await add('/c', ['title-present'])]
    const sound = await add('/d', [])
    const foreign = await add('/', ['title-present'], 'other.example')
    return {
      website: first.website_id,
      reports: pages.map(({ id }) => id),
      ids: pages.map(({ page_id }) => page_id),
      sound: sound.page_id,
      foreign: foreign.page_id,
    }
  }

  const changeAll = ({ call }: TestService, website: number, form: Record<string, string>, key?: string) =>
    call(`PUT /api/v1/websites/${website}/findings/title-present`, { form, ...(key !== undefined && { key }) })

  const statuses = async (service: TestService, reports: readonly number[]) =>
    Promise.all(reports.map(async (id) => (await findings(service, id)).map(({ status }) => status).join() || 'open'))

  it('is changed at once, and given back by the answer', async () => {
    const service = await testService(await openStore())
    const { website, reports, ids } = await withPages(service)
    await change(service, reports[1]!, { status: 'in_progress', owner: 'Ann' })
    const changed = await changeAll(service, website, { ids: ids.join(), status: 'ignored', reason: 'By design' })
    expect(changed.body).toEqual({
      pages: 3,
      before: [
        { ids: [ids[0], ids[2]], status: 'open', owner: null, assignee_id: null, reason: null, expires_on: null },
        { ids: [ids[1]], status: 'in_progress', owner: 'Ann', assignee_id: null, reason: null, expires_on: null },
      ],
      status: 200,
    })
    expect(await statuses(service, reports)).toEqual(['ignored', 'ignored', 'ignored'])
    const issues = async () => (await service.call(`GET /api/v1/websites/${website}/issues`)).body.data
    expect(await issues()).toEqual([])
    const log = await service.call('GET /api/v1/audit')
    expect(log.body.data[0]).toMatchObject({
      action: 'finding_changed',
      object: { kind: 'website', id: website },
      detail: 'title-present on 3 pages: ignored, By design',
    })

    for (const { ids, status } of changed.body.before as { ids: number[]; status: string }[])
      await changeAll(service, website, { ids: ids.join(), status })
    expect(await statuses(service, reports)).toEqual(['open', 'in_progress', 'open'])
    expect((await findings(service, reports[1]!))[0]).toMatchObject({ owner: 'Ann', waiver: null })
    expect(await issues()).toMatchObject([{ pages: 3, waived_pages: 0 }])
    expect(await findFaults(service.store.db)).toEqual([])
  })

  it('is that of every waived page in the answer, with the reason', async () => {
    const service = await testService(await openStore())
    const { website, reports, ids } = await withPages(service)
    await changeAll(service, website, { ids: ids.join(), status: 'ignored', reason: 'By design' })
    const changed = await changeAll(service, website, { ids: `${ids[0]}`, status: 'fixed' })
    expect(changed.body.before).toEqual([
      { ids: [ids[0]], status: 'ignored', owner: null, assignee_id: null, reason: 'By design', expires_on: null },
    ])
    expect(await statuses(service, reports)).toEqual(['fixed', 'ignored', 'ignored'])
  })

  it('is changed for all or none, and errors name the IDs', async () => {
    const service = await testService(await openStore())
    const { website, reports, ids, sound, foreign } = await withPages(service)
    const refused = await changeAll(service, website, { ids: `${ids[0]},${sound},${foreign},9999`, status: 'fixed' })
    expect(refused.status).toBe(422)
    expect(refused.body.errors).toEqual({
      ids: [
        `This website has no page with ID ${foreign}, 9999.`,
        `There is no issue with title-present on the page with ID ${sound}.`,
      ],
    })
    expect(refused.body.codes).toEqual({ ids: ['not_found', 'not_allowed'] })
    expect(await statuses(service, reports)).toEqual(['open', 'open', 'open'])
    const many = Array.from({ length: maxFindingPages + 1 }, (_, at) => at + 1).join()
    expect((await changeAll(service, website, { ids: many, status: 'fixed' })).body.codes).toEqual({
      ids: ['too_many'],
    })
    expect((await changeAll(service, website, { status: 'fixed' })).body.codes).toEqual({ ids: ['required'] })
    expect((await changeAll(service, 99, { ids: '1', status: 'fixed' })).status).toBe(404)
    const readOnly = await changeAll(service, website, { ids: ids.join(), status: 'fixed' }, service.readKey)
    expect(readOnly.body.code).toBe('read_only_key')
  })

  it('stays waived by a wider waiver', async () => {
    const service = await testService(await openStore())
    const { website, ids } = await withPages(service)
    const form = { website_id: String(website), check: 'title-present', scope: 'website', reason: 'By design' }
    await service.call('POST /api/v1/waivers', { form })
    expect((await changeAll(service, website, { ids: ids.join(), status: 'open' })).body.message).toBe(
      waivedElsewhere('the whole website').message,
    )
  })
})
