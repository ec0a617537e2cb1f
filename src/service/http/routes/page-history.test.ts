import { describe, expect, it } from 'vitest'
import { evaluate } from '#analyser/evaluate.ts'
import { privacies } from '#contract/websites/website.ts'
import { createReport } from '#service/store/reports/reports.ts'
import { factsOf, soundWorld, type World } from '#testing/pages/planted-changes.ts'
import { sqliteService, testService, type TestService } from '#testing/service/service.ts'
import { describeEachEngine } from '#testing/store/databases.ts'
import { newEvaluation, newReport } from '#testing/store/reports.ts'

const url = 'https://shop.example/lamps'

/** Stores a report of a page with these faults, evaluated by the current ruleset. */
async function store(
  { store: { db } }: TestService,
  given: Partial<World> = {},
  day = 2,
  of = url,
  domain = 'shop.example',
) {
  const sound = factsOf({ ...soundWorld, ...given }, day)
  const { askedUrl, finalUrl } = sound.response
  const onDomain = (page: string) => page.replace(new URL(page).host, domain)
  const response = { ...sound.response, askedUrl: onDomain(askedUrl), finalUrl: onDomain(finalUrl) }
  const facts = domain === 'shop.example' ? sound : { ...sound, response }
  const evaluation = evaluate(facts)
  const { score, ruleset } = evaluation
  const stored = newEvaluation({ ...evaluation, results: evaluation.results, timings: facts.timings })
  const createdAt = `2026-06-${String(day).padStart(2, '0')}T10:00:00.000Z`
  return createReport(
    db,
    newReport({ url: of, domain, score, ruleset, facts, evaluation: stored, created_at: createdAt }),
  )
}

describeEachEngine('the history of a page', ({ openStore }) => {
  it('lists the reports of its URL, the oldest first', async () => {
    const service = await testService(await openStore())
    const first = await store(service, { parts: { title: '' } }, 2)
    await store(service, {}, 3, 'https://shop.example/other')
    const second = await store(service, {}, 4)
    const { status, body } = await service.call(`GET /api/v1/reports/${first.id}/history`)
    expect(status).toBe(200)
    expect(body.meta).toEqual({ total: 2, limit: 1000 })
    expect(body.data).toEqual([
      {
        id: first.id,
        score: 88,
        result: 'good',
        ruleset: first.ruleset,
        created_at: '2026-06-02T10:00:00.000Z',
        indexability: 'indexable',
      },
      expect.objectContaining({ id: second.id, score: 100 }),
    ])
  })

  it('tells the states of the issues over time of the report in the path', async () => {
    const service = await testService(await openStore())
    const oldest = await store(service, { parts: { title: '', description: '' } }, 2)
    await store(service, { parts: { description: '' } }, 3)
    const newest = await store(service, { parts: { title: '', description: '', viewport: '' } }, 4)
    const { body } = await service.call(`GET /api/v1/reports/${newest.id}/history`)
    expect(body.issues).toMatchObject({
      'title-present': { state: 'back', since: { id: newest.id }, or_earlier: false },
      'description-present': {
        state: 'unchanged',
        since: { id: oldest.id, created_at: '2026-06-02T10:00:00.000Z' },
        or_earlier: true,
      },
      viewport: { state: 'new', since: { id: newest.id } },
    })
    expect((await service.call(`GET /api/v1/reports/${oldest.id}/history`)).body.issues).toEqual({})
  })

  it('has no reports of a deleted website, and none of a missing report', async () => {
    const service = await testService(await openStore())
    const { id, website_id } = await store(service)
    await service.call(`DELETE /api/v1/websites/${website_id}`)
    for (const missing of [id, 999, 'x'])
      expect((await service.call(`GET /api/v1/reports/${missing}/history`)).status).toBe(404)
  })
})

describeEachEngine('a comparison of two reports of a page', ({ openStore }) => {
  it('tells what became of the issues and why the score moved', async () => {
    const service = await testService(await openStore())
    const before = await store(service, { parts: { title: '' } }, 2)
    const after = await store(service, { parts: { viewport: '' } }, 4)
    const { status, body } = await service.call(`GET /api/v1/reports/${after.id}/compare/${before.id}`)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      url,
      domain: 'shop.example',
      before: { id: before.id, score: 88, created_at: '2026-06-02T10:00:00.000Z' },
      after: { id: after.id, score: 94 },
      change: 6,
      checks: [
        {
          id: 'title-present',
          name: 'Title tag',
          change: 'fixed',
          before: { outcome: 'fail' },
          after: { outcome: 'pass' },
        },
        { id: 'viewport', change: 'new' },
      ],
    })
    expect(body.data.causes[0]).toMatchObject({ cause: 'page', points: 6 })
    expect(body.data.values.find(({ name }: { name: string }) => name === 'title')).toMatchObject({
      before: null,
      after: 'Garden lamps of copper and glass',
      is_changed: true,
    })
  })

  it('goes from the second report of the path to the first, whichever is older', async () => {
    const service = await testService(await openStore())
    const older = await store(service, { parts: { title: '' } }, 2)
    const newer = await store(service, {}, 4)
    const { body } = await service.call(`GET /api/v1/reports/${older.id}/compare/${newer.id}`)
    expect(body.data).toMatchObject({ before: { id: newer.id }, after: { id: older.id }, change: -12 })
    expect(body.data.checks).toMatchObject([{ id: 'title-present', change: 'new' }])
  })

  it('goes from the same path of another website, whose host alone is no change', async () => {
    const service = await testService(await openStore())
    const one = await store(service, {}, 3)
    const title = { parts: { title: '<title>On staging</title>' } }
    const staging = await store(service, title, 4, 'http://staging.example/lamps', 'staging.example')
    const { status, body } = await service.call(`GET /api/v1/reports/${staging.id}/compare/${one.id}`)
    expect([status, body.data.before.url, body.data.after.url, body.data.domain]).toEqual([
      200,
      url,
      'http://staging.example/lamps',
      'staging.example',
    ])
    const changed = (data: { values: { name: string; is_changed: boolean }[] }) =>
      data.values.filter(({ is_changed }) => is_changed).map(({ name }) => name)
    expect(changed(body.data)).toContain('title')
    expect(changed(body.data)).not.toContain('final_url')
    const visible = { form: { privacy: String(privacies.public) } }
    for (const { website_id } of [one, staging]) await service.call(`PUT /api/v1/websites/${website_id}`, visible)
    const shared = await service.call(`GET /api/v1/shared/reports/${staging.id}/compare/${one.id}`, { key: null })
    expect(shared.status).toBe(404)
    const link = { kind: 'report', report_id: String(staging.id), compare_id: String(one.id), layout: 'document' }
    expect((await service.call('POST /api/v1/links', { form: link })).status).toBe(422)
  })

  it('is refused for reports of different URLs and for one report', async () => {
    const service = await testService(await openStore())
    const one = await store(service)
    const other = await store(service, {}, 3, 'https://shop.example/other')
    const { status, body } = await service.call(`GET /api/v1/reports/${one.id}/compare/${other.id}`)
    expect(status).toBe(422)
    expect(body.errors.other).toEqual([
      `Report ${other.id} has another path than report ${one.id}. Only reports of the same URL, or of the same path of another website, can be compared.`,
    ])
    const same = await service.call(`GET /api/v1/reports/${one.id}/compare/${one.id}`)
    expect(same.status).toBe(422)
    expect(same.body.message).toMatch(/can't be compared with itself/)
  })

  it('is missing if one of the reports is', async () => {
    const service = await testService(await openStore())
    const { id } = await store(service)
    for (const path of [`${id}/compare/999`, `999/compare/${id}`, `${id}/compare/x`, `x/compare/${id}`])
      expect((await service.call(`GET /api/v1/reports/${path}`)).status).toBe(404)
  })
})

describe('visitors', () => {
  it('see history and comparison of a public website, and nothing of a private one', async () => {
    const service = await sqliteService()
    const { call } = service
    const before = await store(service, { parts: { title: '' } })
    const after = await store(service, {}, 4)
    const elsewhere = await createReport(
      service.store.db,
      newReport({ domain: 'other.example', url: 'https://other.example/' }),
    )
    const read = (path: string) => call(`GET /api/v1/shared/reports/${path}`, { key: null })
    const hidden = await read(`${after.id}/history`)
    expect(hidden.status).toBe(404)
    expect((await read('999/history')).body.message).toBe(hidden.body.message)

    await call(`PUT /api/v1/websites/${after.website_id}`, { form: { privacy: String(privacies.public) } })
    expect((await read(`${after.id}/history`)).body.data).toHaveLength(2)
    expect((await read(`${after.id}/compare/${before.id}`)).body.data).toMatchObject({ change: 12 })
    // A report of a private website looks like a missing one.
    const [closed, missing] = [await read(`${after.id}/compare/${elsewhere.id}`), await read(`${after.id}/compare/999`)]
    expect([closed.status, missing.status]).toEqual([404, 404])
    expect(closed.body.message).toBe(missing.body.message)
  })
})
