import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { Validator } from '@seriousme/openapi-schema-validator'
import type { FastifyInstance } from 'fastify'
import { describe, expect, it } from 'vitest'
import { readForm } from '#contract/forms/form.ts'
import { openApiDocument, routes } from '#service/routes.ts'
import { sqliteService } from '#testing/service/service.ts'

const methods = ['get', 'post', 'put', 'delete']

/** Returns "get /api/v1/reports/{id}" and so on for every route of the app, without the dashboard's files and pages. */
async function routesOfTheApp(): Promise<string[]> {
  const found: string[] = []
  const listen = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', ({ url, method }) => {
      if (!url.includes('*'))
        found.push(...[method].flat().map((one) => `${one.toLowerCase()} ${url.replace(/:(\w+)/g, '{$1}')}`))
    })
  }
  subscribe('fastify.initialization', listen)
  await sqliteService()
  unsubscribe('fastify.initialization', listen)
  return found
}

describe('the document of the service', () => {
  it('is valid OpenAPI 3.1', async () => {
    const read = await new Validator().validate(structuredClone(openApiDocument('1.2.3')))
    expect(read).toMatchObject({ valid: true })
  })

  it('has every route of the app and no other', async () => {
    const { paths } = openApiDocument('1.2.3')
    const documented = Object.entries(paths).flatMap(([path, item]) =>
      Object.keys(item)
        .filter((key) => methods.includes(key))
        .map((method) => `${method} ${path}`),
    )
    const registered = await routesOfTheApp()
    expect(documented.toSorted()).toEqual(registered.filter((route) => !route.startsWith('head ')).toSorted())
    expect(
      registered.filter((route) => route.startsWith('get ')).map((route) => route.replace('get ', 'head ')),
    ).toEqual(expect.arrayContaining(registered.filter((route) => route.startsWith('head '))))
  })

  it('has an example for every form, which the form accepts', () => {
    for (const { declaration } of routes) {
      const { id, form = declaration.formOfHandler, example = {} } = declaration
      if (form) expect([id, readForm(form, example).problems]).toEqual([id, []])
    }
  })

  it('has a unique name for every operation, and no dangling reference', () => {
    const document = openApiDocument('1.2.3')
    const operations = Object.values(document.paths).flatMap((item) =>
      methods.flatMap((method) => (item[method] as { operationId: string } | undefined)?.operationId ?? []),
    )
    expect(new Set(operations).size).toBe(operations.length)
    const names = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/([\w-]+)"/g)]
    const components = document.components as unknown as Record<string, Record<string, unknown>>
    expect(names.filter(([, kind = '', name = '']) => !components[kind]?.[name])).toEqual([])
    expect(names.length).toBeGreaterThan(200)
  })

  it('can be read without a key, and revalidated', async () => {
    const { call } = await sqliteService()
    const answer = await call('GET /api/v1/openapi.json', { key: null })
    expect(answer).toMatchObject({
      status: 200,
      headers: { 'cache-control': 'public, max-age=300', 'content-type': 'application/json; charset=utf-8' },
    })
    expect(answer.body).toEqual(JSON.parse(JSON.stringify(openApiDocument('1.2.3'))))
    const again = await call('GET /api/v1/openapi.json', {
      key: null,
      headers: { 'if-none-match': String(answer.headers['etag']) },
    })
    expect(again).toMatchObject({ status: 304, text: '' })
  })
})
