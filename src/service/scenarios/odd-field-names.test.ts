import { expect, it } from 'vitest'
import type { Route } from '#service/http/route.ts'
import { routes } from '#service/routes.ts'
import { createOneOfEach, requestOf } from '#testing/service/one-of-each.ts'
import { sqliteService } from '#testing/service/service.ts'

/** Names that plain objects have without being given them. */
const names = Object.getOwnPropertyNames(Object.prototype)

/** Reads come first, and deletions last. */
const rank = ({ declaration: { method } }: Route) => ['GET', 'POST', 'PUT', 'DELETE'].indexOf(method)

it(
  'every route takes fields with the names of object properties, with and without a key',
  { tags: 'all' },
  async () => {
    const service = await sqliteService({ visitorRateLimit: 1_000_000 })
    const { call, key } = service
    const world = await createOneOfEach(service)
    // Watching a job ends when it is cancelled.
    await call('POST /api/v1/jobs/1/cancel')
    const failed: string[] = []
    for (const route of routes.toSorted((a, b) => rank(a) - rank(b))) {
      const request = requestOf(route, world)
      if (!request) continue
      const hasBody = ['POST', 'PUT'].includes(route.declaration.method)
      for (const given of route.declaration.method === 'DELETE' ? [key] : [null, key])
        for (const name of names) {
          const bodies = hasBody
            ? [{ form: `${name}=%zz` }, { json: Object.fromEntries([[name, {}]]) }, { form: `${name}=x&${name}=y` }]
            : [{}]
          for (const body of bodies) {
            const { status } = await call(`${request}?${name}=%zz`, { key: given, ...body })
            if (status === 500) failed.push(`${request} ${name} ${JSON.stringify(body)}`)
          }
        }
    }
    expect(failed).toEqual([])
  },
)

it('a wrong field is named, whatever its name', async () => {
  const { call } = await sqliteService()
  for (const name of names) {
    const { body, text } = await call('POST /api/v1/views', { json: Object.fromEntries([[name, {}]]) })
    expect([body.code, text.includes(`"${name}":["invalid_type"]`)]).toEqual(['invalid_fields', true])
    expect((await call(`GET /api/v1/reports?${name}=%zz`)).text).toContain(`"${name}":["invalid_encoding"]`)
  }
})
