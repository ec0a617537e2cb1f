import { expect, it } from 'vitest'
import * as z from 'zod'
import { readForm } from '#contract/forms/form.ts'
import { type QueryParams, readQuery } from '#contract/lists/query-params.ts'
import { routes } from '#service/routes.ts'
import { createOneOfEach, password, requestOf } from '#testing/service/one-of-each.ts'
import { sqliteService } from '#testing/service/service.ts'
import type { Route } from './route.ts'

const formOf = ({ form, formOfHandler }: Route['declaration']) => form ?? formOfHandler

type Request = `${string} ${string}`

/** Returns a body that a form refuses. */
function wrongBodyFor(form: z.ZodType): Record<string, string> {
  const { properties = {} } = z.toJSONSchema(form, { io: 'input', unrepresentable: 'any' })
  const malformed = Object.fromEntries(Object.keys(properties).map((name) => [name, '\0']))
  const wrong = [malformed, {}].find((body) => readForm(form, body).problems.length > 0)
  if (!wrong) throw new Error('no body is wrong')
  return wrong
}

/** Returns a query that a route refuses; an empty one if it only has pages, which are repaired. */
function wrongQueryFor(params: QueryParams<object>): string {
  for (const name of Object.keys(params))
    for (const value of ['x', 'x'.repeat(2_000), '\0']) {
      const query = new URLSearchParams({ [name]: value })
      if (readQuery(params, query).wrong.length > 0) return `?${query}`
    }
  return ''
}

it('a request with several faults gets the first of 401, 403, 404, 412 and 422', async () => {
  const service = await sqliteService({ visitorRateLimit: 1_000 })
  const { call, readKey } = service
  const existing = await createOneOfEach(service)
  const locked = await call('POST /api/v1/links', { form: { kind: 'website', website_id: '1', password } })
  const found = { ...existing, token: locked.body.data.token }
  const unknown = 'A'.repeat(32)
  const missing = { token: unknown, checkToken: unknown, passwordToken: unknown, key: 'unknown' }

  const seen: Record<string, number[]> = {}
  const expected: typeof seen = {}
  for (const route of routes) {
    const { declaration } = route
    const { access, method, path, query, errors } = declaration
    const form = formOf(declaration)
    const search = query ? wrongQueryFor(query.params) : ''
    if (!form && search === '') continue
    const faults = { ...(form && { form: wrongBodyFor(form) }), headers: { origin: 'http://reports.test' } }
    const headers = { 'if-match': '"another"', origin: 'http://reports.test' }
    const withFaults = (ids: typeof missing) => `${requestOf(route, ids) ?? method}${search}` as Request
    const request = withFaults(found)
    const ofMissing = withFaults(missing).replace(/\/\d+/, '/999') as Request
    const hasKey = typeof access === 'string' && access !== 'anyone' && access !== 'without a key'
    const statuses: [status: number, isDue: boolean, options: Parameters<typeof call>[1], to?: Request][] = [
      [401, hasKey && errors.includes(401), { key: null, ...faults, headers }, ofMissing],
      // Any key can rename itself.
      [
        403,
        hasKey && errors.includes(403) && access !== 'rename own key',
        { key: readKey, ...faults, headers },
        ofMissing,
      ],
      [404, path.includes('{'), { ...faults, headers }, ofMissing],
      [412, errors.includes(412), { ...faults, headers }],
      // A password can lock out visitors.
      [422, typeof access === 'string', faults],
    ]
    const due = statuses.filter(([, isDue]) => isDue)
    expected[`${method} ${path}`] = due.map(([status]) => status)
    const sent: number[] = []
    for (const [, , options, to = request] of due) sent.push((await call(to, options)).status)
    seen[`${method} ${path}`] = sent
  }
  expect(seen).toEqual(expected)
  expect(Object.values(seen).flat()).toEqual(expect.arrayContaining([401, 403, 404, 412, 422]))
})
