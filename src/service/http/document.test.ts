import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { searchSorts } from '#contract/google/search-data.ts'
import { type ReportListQuery, reportListParams, websiteListParams } from '#contract/lists/list-query.ts'
import { type QueryParams, readQuery } from '#contract/lists/query-params.ts'
import { type Parameter } from '#contract/openapi/parameters.ts'
import { ReportList, reportListExample, WebsiteList, websiteListExample } from '#contract/openapi/reports.ts'
import { jsonSchemaOf } from '#contract/openapi/schemas.ts'
import { NamedResult } from '#contract/reports/analysis.ts'
import { reportRowExample, AnyReportRow } from '#contract/reports/report-row.ts'
import { readItem, readListPage } from '#contract/responses/envelope.ts'
import { type ErrorCode, errorCodes, errorOf, fieldCodes } from '#contract/responses/error-codes.ts'
import { lenient } from '#contract/responses/lenient.ts'
import { websiteExample, AnyWebsite } from '#contract/websites/website.ts'
import { openApiDocument } from '#service/routes.ts'

const ajv = new Ajv2020({ strict: false, validateFormats: false })

describe('the schema of a response', () => {
  it('has every field that a reader can do without, in its one type', () => {
    const Sent = z.object({
      id: z.int(),
      share: z.number(),
      count: z.int().nullable(),
      tags: z.array(z.string()),
      map: z.record(z.string(), z.int()),
      note: z.string().optional(),
    })
    const isSent = ajv.compile(jsonSchemaOf(Sent))
    const sent = { id: 1, share: 0.5, count: null, tags: [], map: { a: 1 } }
    expect(isSent(sent)).toBe(true)
    for (const wrong of [
      { ...sent, id: '1' },
      { ...sent, share: '0.5' },
      { ...sent, more: 1 },
      { ...sent, map: { a: '1' } },
      { ...sent, count: undefined },
      { ...sent, tags: undefined },
    ]) {
      expect(isSent(JSON.parse(JSON.stringify(wrong)))).toBe(false)
      expect(lenient(Sent).safeParse(wrong).success).toBe(true)
    }
  })

  it('is refused if it changes what it reads', () => {
    expect(() => jsonSchemaOf(z.object({ any: z.transform(String) }))).toThrow('cannot be represented')
  })

  it('describes what the dashboard reads unchanged', () => {
    expect(ReportList.parse(reportListExample)).toEqual(reportListExample)
    expect(readListPage(AnyReportRow, reportListExample)).toMatchObject({
      rows: [reportRowExample],
      unreadable: [],
      total: 1,
      lastPage: 1,
    })
    expect(WebsiteList.parse(websiteListExample)).toEqual(websiteListExample)
    expect(readListPage(AnyWebsite, websiteListExample)).toMatchObject({
      rows: [websiteExample],
      unreadable: [],
      total: 1,
    })
    expect(readItem(AnyWebsite, { data: websiteExample, status: 200 })).toEqual(websiteExample)
    const check = {
      outcome: 'fail',
      passed: false,
      title: 'No title',
      category: 'content',
      importance: 'high',
      evidence_grade: 'required',
      scored: true,
      value: null,
      points_lost: 10,
      superseded_by: null,
      reason: null,
      evidence: [{ selector: 'title', line: 1, column: 2 }],
      evidence_total: 1,
      errors: null,
      name: 'Title tag',
    }
    const { schemas } = openApiDocument('1.2.3').components
    expect(ajv.compile(schemas['CheckResult'] ?? false)(check)).toBe(true)
    expect(NamedResult.parse(check)).toEqual(check)
  })
})

/** The specification fixes it. */
const withHyphen = new Set(['not-applicable'])

it('words of a fixed choice are in snake case', () => {
  const words: string[] = []
  const visit = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return
    const { enum: choice, const: only } = value as { enum?: unknown; const?: unknown }
    for (const word of [choice, only].flat()) if (typeof word === 'string') words.push(word)
    for (const inner of Object.values(value)) visit(inner)
  }
  visit(openApiDocument('1.2.3'))
  expect(words.length).toBeGreaterThan(300)
  expect(new Set(words.filter((word) => !/^[a-z0-9]+(_[a-z0-9]+)*$/.test(word)))).toEqual(withHyphen)
})

function parametersOf(path: string): readonly Parameter[] {
  const { get } = openApiDocument('1.2.3').paths[path] as { get: { parameters: readonly Parameter[] } }
  return get.parameters
}

describe('the parameters of a list', () => {
  const lists: [string, readonly Parameter[], QueryParams<object>][] = [
    ['reports', parametersOf('/api/v1/reports'), reportListParams as unknown as QueryParams<object>],
    ['websites', parametersOf('/api/v1/websites'), websiteListParams as unknown as QueryParams<object>],
  ]

  type Values = {
    type?: string
    enum?: (string | number)[]
    maximum?: number
    maxLength?: number
    pattern?: string
  }
  const valuesOf = ({ schema }: Parameter) => schema as Values

  function wrongValueOf(parameter: Parameter): string {
    const { type, enum: allowed, maximum = 0, maxLength = 0, pattern } = valuesOf(parameter)
    if (allowed) return 'Other'
    if (pattern) return '\0'
    return type === 'integer' ? String(maximum + 1) : 'x'.repeat(maxLength + 1)
  }

  it.each(lists)('of %s allow only what the service accepts', (_, documented, params) => {
    for (const parameter of documented.filter(({ name }) => name in params)) {
      const { name } = parameter
      const { enum: allowed, maximum, maxLength = 0, pattern } = valuesOf(parameter)
      for (const value of allowed ?? (pattern && []) ?? [maximum ?? 'x'.repeat(maxLength)]) {
        const needed = searchSorts.some((sort) => sort === value) ? { latest: '1' } : {}
        const query = new URLSearchParams({ ...needed, [name]: String(value) })
        expect(readQuery(params, query).wrong, query.toString()).toEqual([])
      }
      expect(readQuery(params, new URLSearchParams({ [name]: wrongValueOf(parameter) })).wrong, name).toHaveLength(1)
    }
  })

  it('have the defaults of the specification', () => {
    const defaults = Object.fromEntries(
      parametersOf('/api/v1/reports')
        .filter(({ schema }) => 'default' in schema)
        .map(({ name, schema }) => [name, schema.default]),
    )
    expect(defaults).toEqual({
      search_by: 'url',
      sort_by: 'id',
      sort: 'desc',
      per_page: 10,
      page: 1,
    } satisfies Partial<ReportListQuery>)
  })
})

describe('the document', () => {
  const { paths } = openApiDocument('1.2.3')
  type Operation = { responses: Record<string, unknown>; security: unknown[]; requestBody?: { content: object } }
  const operation = (path: string, method: string) => paths[path]?.[method] as Operation | undefined
  const statuses = (path: string, method: string) => Object.keys(operation(path, method)?.responses ?? {})

  it.each([
    ['/api/v1/reports', 'get', ['200', '401', '422', '429', '500', '503']],
    ['/api/v1/reports', 'post', ['200', '201', '202', '401', '403', '409', '413', '415', '422', '429', '500', '503']],
    ['/api/v1/reports/{id}', 'delete', ['200', '401', '403', '404', '413', '429', '500', '503']],
    [
      '/api/v1/websites/{id}',
      'put',
      ['200', '401', '403', '404', '409', '412', '413', '415', '422', '429', '500', '503'],
    ],
    ['/api/v1/shared/links/{token}', 'get', ['200', '401', '404', '410', '429', '500', '503']],
    ['/healthz', 'get', ['200', '500']],
  ])('lists the responses of %s %s', (path, method, expected) => expect(statuses(path, method)).toEqual(expected))

  it('lists form-encoded bodies first', () => {
    expect(Object.keys(operation('/api/v1/reports', 'post')?.requestBody?.content ?? {})).toEqual([
      'application/x-www-form-urlencoded',
      'application/json',
    ])
  })
})

describe('the errors of the document', () => {
  it('are every code of an error, each under its status, and every code of a field', () => {
    const schemas = openApiDocument('1').components.schemas as Record<string, { enum?: string[]; properties?: any }>
    const documented = Object.entries(schemas)
      .filter(([name]) => name.startsWith('Problem'))
      .flatMap(([, { properties }]) =>
        properties.code.enum.map((code: ErrorCode) => {
          expect(properties.status.const).toBe(errorOf(code).status)
          return code
        }),
      )
    // The service never responds with the gateway's codes or with those for the log only.
    const others = errorCodes.filter((code) => !documented.includes(code))
    expect(others.filter((code) => !/^upstream_(?!busy)/.test(code))).toEqual(['client_closed_request'])
    expect(schemas['FieldCode']?.enum).toEqual(fieldCodes)
  })
})
