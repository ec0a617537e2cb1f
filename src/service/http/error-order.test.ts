import { expect, it } from 'vitest'
import * as z from 'zod'
import { readForm } from '#contract/forms/form.ts'
import { routes } from '#service/routes.ts'
import { createOneOfEach, password, requestOf } from '#testing/service/one-of-each.ts'
import { sqliteService } from '#testing/service/service.ts'
import type { Route } from './route.ts'

const formOf = ({ form, formOfHandler }: Route['declaration']) => form ?? formOfHandler

/** Returns a body that a form refuses. */
function wrongBodyFor(form: z.ZodType): Record<string, string> {
  const { properties = {} } = z.toJSONSchema(form, { io: 'input', unrepresentable: 'any' })
  const malformed = Object.fromEntries(Object.keys(properties).map((name) => [name, '\0']))
  const wrong = [malformed, {}].find((body) => readForm(form, body).problems.length > 0)
  if (!wrong) throw new Error('no body is wrong')
  return wrong
}

it('a request with several faults gets the first of 401, 403, 404, 412 and 422', async () => {
  const service = await sqliteService()
  const { call, readKey } = service
  const existing = await createOneOfEach(service)
  const locked = await call('POST /api/v1/links', { form: { kind: 'website', website_id: '1', password } })
  const found = { ...existing, token: locked.body.data.token }
  const missing = { token: 'A'.repeat(32), checkToken: 'A'.repeat(32), key: 'unknown' }

  const seen: Record<string, number[]> = {}
  const expected: typeof seen = {}
  for (const route of routes) {
    const { declaration } = route
    const { access, method, path, errors } = declaration
    const wrongForm = formOf(declaration)
    if (!wrongForm) continue
    const form = wrongBodyFor(wrongForm)
    const headers = { 'if-match': '"another"' }
    const request = requestOf(route, found)
    const ofMissing = requestOf(route, missing)?.replace(/\/\d+/, '/999') as typeof request
    if (!request || !ofMissing) throw new Error(`no request of ${path}`)
    const statuses: [status: number, isDue: boolean, options: Parameters<typeof call>[1], to?: typeof request][] = [
      [401, errors.includes(401), { key: null, form, headers }, ofMissing],
      [
        403,
        access !== 'without a key' && access !== 'anyone' && errors.includes(403),
        { key: readKey, form, headers },
        ofMissing,
      ],
      [404, path.includes('{'), { form, headers }, ofMissing],
      [412, errors.includes(412), { form, headers }],
      [422, true, { form }],
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
