import { expect, it } from 'vitest'
import { messageOf } from '#contract/forms/form.ts'
import { NewScheduleForm, ScheduleForm } from '#contract/forms/schedule-forms.ts'
import { defaultCrawlLimits } from '#contract/jobs/job.ts'
import { Schedule } from '#contract/jobs/schedules.ts'
import { readRows } from '#contract/responses/envelope.ts'
import { createReport } from '#service/store/reports/reports.ts'
import { purgeDeletedWebsites } from '#service/store/websites/purge-websites.ts'
import { testService } from '#testing/service/service.ts'
import { newCrawl, newFigures } from '#testing/store/crawls.ts'
import { describeEachEngine } from '#testing/store/databases.ts'
import { newReport } from '#testing/store/reports.ts'

const weekly = { every: 'week', weekday: 'monday', time: '06:00', time_zone: 'Europe/Berlin' }

describeEachEngine('a schedule', ({ openStore }) => {
  it('of a website says when it runs next, and can be changed and deleted', async () => {
    const { call, store } = await testService(await openStore())
    const { website_id } = await createReport(store.db, newReport())
    const created = await call('POST /api/v1/schedules', { form: { website_id: String(website_id), ...weekly } })
    expect(created.status).toBe(201)
    expect(created.body.data).toMatchObject({
      id: 1,
      website_id,
      view_id: null,
      ...weekly,
      month_day: null,
      last_run_at: null,
      last_job_id: null,
      created_by: 'Test',
    })
    const next = new Date(created.body.data.next_run_at)
    const inBerlin = next.toLocaleString('en-GB', { timeZone: 'Europe/Berlin', weekday: 'long', timeStyle: undefined })
    expect(inBerlin).toBe('Monday')
    expect(next.toLocaleTimeString('en-GB', { timeZone: 'Europe/Berlin' })).toBe('06:00:00')
    expect(next.getTime() - Date.now()).toBeLessThanOrEqual(7 * 86_400_000 + 3_600_000)

    const again = await call('POST /api/v1/schedules', { form: { website_id: String(website_id), ...weekly } })
    expect([again.status, again.body.code]).toEqual([409, 'conflict'])
    const changed = await call('PUT /api/v1/schedules/1', {
      form: { every: 'month', month_day: '31', time: '23:30', time_zone: 'America/New_York' },
    })
    expect(changed.body.data).toMatchObject({ every: 'month', month_day: 31, weekday: null, time: '23:30' })
    const list = await call(`GET /api/v1/schedules?website_id=${website_id}`)
    expect(readRows(Schedule, list.body)).toEqual([changed.body.data])
    expect((await call('GET /api/v1/schedules?website_id=99')).body.data).toEqual([])
    expect((await call('DELETE /api/v1/schedules/1')).body).toMatchObject({ object: 'schedule', deleted: true })
    expect((await call('GET /api/v1/schedules/1')).status).toBe(404)
    const { body } = await call('GET /api/v1/audit')
    expect(body.data.slice(0, 3)).toMatchObject([
      { action: 'schedule_deleted', object: { kind: 'website' } },
      { action: 'schedule_changed', detail: 'every month on day 31 at 23:30 America/New_York' },
      { action: 'schedule_created', detail: 'every week on monday at 06:00 Europe/Berlin' },
    ])
  })

  it('of a website can crawl it from a URL with limits, and shows what its last crawl found', async () => {
    const { call, store } = await testService(await openStore())
    const { website_id } = await createReport(store.db, newReport({ url: 'https://shop.example/' }))
    const form = {
      website_id: String(website_id),
      ...weekly,
      crawl: 'https://shop.example/de/?utm_source=x',
      max_pages: '50',
      exclude: '/tags/*\n/cart',
      ignore_parameters: 'utm_*',
    }
    const created = await call('POST /api/v1/schedules', { form })
    expect(created.status).toBe(201)
    const limits = { ...defaultCrawlLimits, max_pages: 50, exclude: ['/tags/*', '/cart'], ignore_parameters: ['utm_*'] }
    expect(created.body.data).toMatchObject({
      crawl: { start_url: 'https://shop.example/de/', limits },
      last_crawl: null,
    })
    const { crawl, max_pages } = form
    const changed = await call('PUT /api/v1/schedules/1', { form: { ...weekly, crawl, max_pages } })
    expect(changed.body.data.crawl).toMatchObject({ limits: { max_pages: 50, exclude: [] } })
    const changes = { previous_id: 3, ...changed.body.data.last_crawl, new: 2, gone: 0, newly_indexable: 0 }
    const rest = { no_longer_indexable: 0, new_issues: 1, fixed_issues: 0, broken_links: 1, repaired_links: 0 }
    const all = { ...changes, ...rest, robots_changed: false, sitemap_changed: null }
    const figures = newFigures({ urls: 61 })
    await store.db
      .insertInto('crawls')
      .values(newCrawl({ id: 7, website_id, figures, changes: JSON.stringify(all) }))
      .execute()
    await store.db.updateTable('schedules').set({ last_job_id: 7 }).execute()
    expect((await call('GET /api/v1/schedules/1')).body.data.last_crawl).toEqual({
      id: 7,
      website_id,
      state: 'done',
      urls: 61,
      changes: all,
    })
    const known = await call('PUT /api/v1/schedules/1', { form: weekly })
    expect(known.body.data.crawl).toBeNull()
    const { body } = await call('GET /api/v1/audit')
    expect(body.data[2].detail).toBe('every week on monday at 06:00 Europe/Berlin, crawl from https://shop.example/de/')
    const elsewhere = await call('PUT /api/v1/schedules/1', { form: { ...weekly, crawl: 'https://other.example/' } })
    expect([elsewhere.status, elsewhere.body.codes]).toEqual([422, { crawl: ['not_allowed'] }])
    const wrong = await call('PUT /api/v1/schedules/1', { form: { ...weekly, crawl, max_pages: '0', speed: 'fast' } })
    expect(wrong.body.codes).toEqual({ max_pages: ['invalid_choice'], speed: ['invalid_choice'] })
    const view = await call('POST /api/v1/views', { form: { name: 'Bad', list: 'reports', query: 'result=bad' } })
    const ofView = { view_id: String(view.body.data.id), ...weekly, crawl }
    expect((await call('POST /api/v1/schedules', { form: ofView })).body.codes).toEqual({ crawl: ['not_allowed'] })
  })

  it('keeps which pages are rendered, and refuses other words', async () => {
    const { call, store } = await testService(await openStore())
    const { website_id } = await createReport(store.db, newReport({ url: 'https://shop.example/' }))
    const form = { website_id: String(website_id), ...weekly, render: 'always' }
    expect((await call('POST /api/v1/schedules', { form })).body.data.render).toBe('always')
    const put = (change: Record<string, string>) => call('PUT /api/v1/schedules/1', { form: { ...weekly, ...change } })
    expect((await put({ render: 'never', crawl: 'https://shop.example/' })).body.data.render).toBe('never')
    expect((await put({})).body.data.render).toBeNull()
    const wrong = await put({ render: 'sometimes' })
    expect([wrong.status, wrong.body.codes]).toEqual([422, { render: ['invalid_choice'] }])
  })

  it('is paused and resumed, and listed last meanwhile', async () => {
    const { call, store } = await testService(await openStore())
    const { website_id } = await createReport(store.db, newReport())
    const view = await call('POST /api/v1/views', { form: { name: 'Bad', list: 'reports', query: 'result=bad' } })
    const created = await call('POST /api/v1/schedules', { form: { website_id: String(website_id), ...weekly } })
    expect(created.body.data.paused).toBe(false)
    const put = async (form: Record<string, string>) => (await call('PUT /api/v1/schedules/1', { form })).body
    expect((await put({ ...weekly, paused: 'yes' })).errors).toEqual({
      paused: [messageOf(ScheduleForm, { field: 'paused', code: 'invalid_choice' })],
    })
    expect((await put({ ...weekly, paused: '1' })).data).toMatchObject({ paused: true, next_run_at: null })
    expect((await put({ ...weekly, time: '07:00' })).data).toMatchObject({ paused: true, time: '07:00' })
    await call('POST /api/v1/schedules', { form: { view_id: String(view.body.data.id), ...weekly, time: '23:59' } })
    expect((await call('GET /api/v1/schedules')).body.data).toMatchObject([{ id: 2 }, { id: 1, next_run_at: null }])
    const resumed = (await put({ ...weekly, paused: '0' })).data
    expect(resumed).toMatchObject({ paused: false, next_run_at: created.body.data.next_run_at })
    const { body } = await call('GET /api/v1/audit')
    expect(body.data.map(({ detail }: { detail: string }) => detail)).toContain(
      'every week on monday at 06:00 Europe/Berlin, paused',
    )
    await call('DELETE /api/v1/schedules/1')
    const again = { website_id: String(website_id), ...weekly, paused: '1' }
    expect((await call('POST /api/v1/schedules', { form: again })).body.data).toMatchObject({ paused: true })
  })

  it('goes with its view or its website', async () => {
    const { call, store } = await testService(await openStore())
    const { website_id } = await createReport(store.db, newReport())
    const view = await call('POST /api/v1/views', { form: { name: 'Bad', list: 'reports', query: 'result=bad' } })
    const viewId = String(view.body.data.id)
    expect((await call('POST /api/v1/schedules', { form: { view_id: viewId, ...weekly } })).status).toBe(201)
    await call('POST /api/v1/schedules', { form: { website_id: String(website_id), ...weekly } })
    await call(`DELETE /api/v1/views/${viewId}`)
    expect((await call('GET /api/v1/schedules')).body.data).toMatchObject([{ website_id }])
    await call(`DELETE /api/v1/websites/${website_id}`)
    expect((await call('GET /api/v1/schedules')).body.data).toEqual([])
    while ((await purgeDeletedWebsites(store.db, { isDiskFull: true })) > 0);
    expect(await store.db.selectFrom('schedules').select('id').execute()).toEqual([])
  })

  it('needs valid times and one target', async () => {
    const { call } = await testService(await openStore())
    const sent = async (form: Record<string, string>) => (await call('POST /api/v1/schedules', { form })).body.errors
    expect(await sent({})).toEqual({
      website_id: [messageOf(NewScheduleForm, { field: 'website_id', code: 'one_required' })],
      every: [messageOf(ScheduleForm, { field: 'every', code: 'invalid_choice' })],
      time: [messageOf(ScheduleForm, { field: 'time', code: 'invalid_choice' })],
      time_zone: [messageOf(ScheduleForm, { field: 'time_zone', code: 'invalid_choice' })],
    })
    expect(await sent({ website_id: '7', view_id: '1', every: 'week', time: '24:00', time_zone: '+01:00' })).toEqual({
      website_id: [messageOf(NewScheduleForm, { field: 'website_id', code: 'one_required' })],
      weekday: [messageOf(ScheduleForm, { field: 'weekday', code: 'required' })],
      time: [messageOf(ScheduleForm, { field: 'time', code: 'invalid_choice' })],
      time_zone: [messageOf(ScheduleForm, { field: 'time_zone', code: 'invalid_choice' })],
    })
    const daily = { every: 'day', time: '06:00', time_zone: 'UTC' }
    expect(await sent({ website_id: '7', ...daily, weekday: 'friday', month_day: '3' })).toEqual({
      weekday: [messageOf(ScheduleForm, { field: 'weekday', code: 'not_allowed' })],
      month_day: [messageOf(ScheduleForm, { field: 'month_day', code: 'not_allowed' })],
    })
    expect(await sent({ website_id: '7', ...daily })).toEqual({
      website_id: ['This website doesn’t exist. It may have been deleted.'],
    })
    expect(await sent({ view_id: '7', ...daily })).toEqual({
      view_id: ['This view doesn’t exist. It may have been deleted.'],
    })
  })
})
