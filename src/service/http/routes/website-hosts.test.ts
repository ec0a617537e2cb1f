import { expect, it } from 'vitest'
import { createReport } from '#service/store/reports/reports.ts'
import { findFaults } from '#service/store/verify/verify.ts'
import { testService } from '#testing/service/service.ts'
import { describeEachEngine } from '#testing/store/databases.ts'
import { newReport } from '#testing/store/reports.ts'

const url = '/api/v1/websites/1/hosts'

describeEachEngine('the hosts that belong together with a website', ({ openStore }) => {
  const start = async () => {
    const service = await testService(await openStore())
    await createReport(service.store.db, newReport({ domain: 'shop.example' }))
    return service
  }

  it('are none at first, and then those of the last change, without the website’s own', async () => {
    const { call, store } = await start()
    const read = async () => (await call(`GET ${url}`)).body
    expect(await read()).toEqual({ data: { hosts: [] }, status: 200 })
    const form = { hosts: 'Blog.example\r\n www.shop.example\n\ncdn.example:8443\nblog.example' }
    const changed = { data: { hosts: ['blog.example', 'cdn.example:8443'] }, status: 200 }
    expect((await call(`PUT ${url}`, { form })).body).toEqual(changed)
    expect(await read()).toEqual(changed)
    const { data } = (await call('GET /api/v1/audit')).body
    expect(data[0]).toMatchObject({ action: 'website_changed', detail: 'other hosts: blog.example, cdn.example:8443' })
    expect((await call(`PUT ${url}`, { form: {} })).body.data.hosts).toEqual([])
    expect(await read()).toMatchObject({ data: { hosts: [] } })
    expect(await findFaults(store.db)).toEqual([])
  })

  it.each([
    'https://me:pass@blog.example/',
    'ftp://blog.example/',
    '*.example',
    Array.from({ length: 21 }, (_, n) => `h${n}.example`).join('\n'),
  ])('refuse what isn’t a host, or too many: %s', async (hosts) => {
    const { call } = await start()
    expect(await call(`PUT ${url}`, { form: { hosts } })).toMatchObject({
      status: 422,
      body: { errors: { hosts: [expect.any(String)] } },
    })
    expect((await call(`GET ${url}`)).body.data.hosts).toEqual([])
  })

  it('are those of a website that exists, and are changed with full access only', async () => {
    const { call, readKey } = await start()
    expect((await call('GET /api/v1/websites/9/hosts')).status).toBe(404)
    expect((await call('PUT /api/v1/websites/9/hosts', { form: { hosts: 'a b' } })).status).toBe(404)
    expect((await call(`PUT ${url}`, { form: { hosts: 'blog.example' }, key: readKey })).status).toBe(403)
    expect((await call(`GET ${url}`, { key: readKey })).status).toBe(200)
  })
})
