import { type ApiVariant, type Fields, htmlPage, plain } from './variant.ts'

const variantOf = (changes: Partial<ApiVariant>): ApiVariant => ({ ...plain, ...changes })
/** Changes every report and website. */
const resources = (resource: ApiVariant['resource']) => variantOf({ resource })

const without = (fields: Fields, ...names: string[]): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))
const only = (fields: Fields, ...names: string[]): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)))
const mapped = (fields: Fields, change: (value: unknown, name: string) => unknown): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, change(value, name)]))
/** Changes a field if it is present. */
const changed = (fields: Fields, wanted: string, change: (value: unknown) => unknown) =>
  mapped(fields, (value, name) => (name === wanted ? change(value) : value))

const numbersAsText = (value: unknown) => (typeof value === 'number' ? String(value) : value)
const withoutScheme = (value: unknown) => String(value).replace(/^https?:\/\//, '')
const passwordAsFlag = (fields: Fields) =>
  'has_password' in fields ? { ...without(fields, 'has_password'), password: fields['has_password'] } : fields

/** Drops the named parameters, as a server that doesn't know them. */
const ignoring = (...names: string[]): Partial<ApiVariant> => ({
  readParams: (params) => new URLSearchParams([...params].filter(([name]) => !names.includes(name))),
})

/** Scores that are not a number from 0 to 100, and two valid ones as text and with decimals. */
const badScores = ['61.3', 74.5, 'n/a', -1, 101, 'NaN', null, {}, '', true]
const badDates = [
  '0000-00-00 00:00:00',
  '1970-01-01T00:00:00.000000Z',
  '+275760-09-13T00:00:00.000Z',
  'yesterday',
  1_770_000_000,
  '',
  null,
  '2026-02-30',
  '2026-03-01 10:20:30',
  {},
]
/** Rows that are neither reports nor websites. */
const badRows = [null, 'a row', { id: 4711 }, { url: 'https://no-id.example/' }, [], { id: {}, url: 7 }]
const hostileDomain = `"><img src=x onerror="document.title='owned'"><b>bold.example</b>`

/** Known or likely API variants. Their names say how they differ from `plain`. */
export const variants = {
  plain,

  // Envelopes
  bare: variantOf({
    list: ({ rows }) => rows,
    item: (resource) => resource,
    created: (body) => ({ status: 201, body }),
    deleted: () => ({ status: 200, body: true }),
  }),
  laravel: variantOf({
    resource: (fields) =>
      mapped(without(fields, 'has_password', 'engine'), (value, name) => {
        if (name.endsWith('_at')) return String(value).replace('Z', '000Z')
        return name === 'reports_avg_score' && typeof value === 'number' ? value.toFixed(4) : value
      }),
    created: (data) => ({ status: 201, body: { data, status: 200 } }),
    rejected: ({ errors, ...problem }, request) =>
      errors
        ? { status: problem.status, body: { message: errors, status: problem.status } }
        : plain.rejected(problem, request),
  }),

  // Values
  numbersAsText: variantOf({
    resource: (fields) => mapped(fields, numbersAsText),
    list: ({ rows, meta }) => ({ data: rows, meta: mapped(meta, numbersAsText) }),
  }),
  sparse: variantOf({
    resource: (fields) =>
      'url' in fields ? only(fields, 'id', 'url', 'score', 'results') : only(fields, 'id', 'domain'),
    list: ({ rows }) => ({ data: rows }),
  }),
  badScores: resources((fields, id) =>
    mapped(without(fields, 'result'), (value, name) =>
      name === 'score' || name === 'reports_avg_score' ? badScores[id % badScores.length] : value,
    ),
  ),
  badDates: resources((fields, id) =>
    mapped(fields, (value, name) => (name.endsWith('_at') ? badDates[id % badDates.length] : value)),
  ),
  moreFields: resources((fields) => ({
    ...fields,
    ...('url' in fields
      ? { crawl_depth: 3, tags: ['spring', 'sale'] }
      : { owner_team: 'Shop', quota: { used: 12, of: 500 } }),
  })),
  /** Check results in every form that is known or likely, with names from no catalogue. */
  foreignChecks: resources((fields) =>
    changed(fields, 'results', () => ({
      'page_title-length': { passed: false, importance: 'high', value: 71, errors: { too_long: { max: 60 } } },
      is_encrypted: { passed: true, importance: 'medium', value: true },
      imageAltTexts: { passed: 0, importance: 'HIGH', value: ['/side.png'], errors: ['2 of 9 images have none'] },
      load_time: 1.2,
      servers: ['lighthouse/2.1'],
      nothing: null,
    })),
  ),

  // Hostile
  markup: resources((fields) =>
    changed(
      changed(fields, 'domain', () => hostileDomain),
      'title',
      () => `<script>document.title = 'owned'</script>`,
    ),
  ),
  unreadableRows: resources((fields, id) => (id % 10 === 0 ? badRows[(id / 10) % badRows.length] : fields)),
  uuids: resources((fields, id) => ({ ...fields, id: `7d5c1f0e-2b64-4c1c-9f3e-${String(id).padStart(12, '0')}` })),
  duplicateRows: variantOf({
    list: ({ rows, meta }) => ({ data: rows.flatMap((row, index) => (index === 2 ? [row, row] : [row])), meta }),
  }),
  tooManyRows: variantOf({
    list: ({ rows, meta }) => ({
      data: Array.from({ length: 100_000 }, (_, index) => ({
        ...without(Object(rows[index % 10]), 'title', 'created_at'),
        id: 200_000 - index,
      })),
      meta,
    }),
  }),

  // Ignored request parameters
  pageIgnored: variantOf(ignoring('page')),
  perPageIgnored: variantOf(ignoring('per_page')),
  sortIgnored: variantOf(ignoring('sort_by', 'sort')),
  filtersIgnored: variantOf(ignoring('result', 'website_id')),
  replacing: variantOf({
    readParams: (params) => {
      if (Number(params.get('per_page')) > 25) params.set('per_page', '25')
      if (params.get('sort_by')?.startsWith('reports_')) params.set('sort_by', 'id')
      return params
    },
  }),
  looseSearch: variantOf({
    matches: (text, search) => {
      const wanted = search.toLowerCase().replace(/^(https?:\/\/)?www\./, '')
      return new RegExp(wanted.replace(/[^\w%]/g, '\\$&').replaceAll('%', '.*')).test(text.toLowerCase())
    },
  }),

  // Deletions
  deleted204: variantOf({ deleted: () => ({ status: 204 }) }),
  keepsReports: variantOf({ keepsReports: true }),

  // Error responses
  problemDetails: variantOf({
    rejected: ({ status, message, errors = {} }) => {
      const details = Object.entries(errors).flatMap(([field, sentences]) =>
        sentences.map((detail) => ({ detail, pointer: `#/${field}` })),
      )
      const title = status === 422 ? 'Unprocessable Content' : message
      const text = JSON.stringify({ type: 'about:blank', title, status, detail: message, errors: details })
      return { status, text, headers: { 'content-type': 'application/problem+json' } }
    },
  }),
  loginPage: variantOf({
    rejected: (problem, request) =>
      problem.status === 401 && !request.headers.accept?.includes('json')
        ? { status: 302, headers: { location: '/login' } }
        : plain.rejected(problem, request),
  }),
  htmlErrors: variantOf({
    rejected: ({ status, message }) => ({
      status,
      text: htmlPage(message),
      headers: { 'content-type': 'text/html; charset=UTF-8' },
    }),
  }),
  /** Combines many of the variants above. */
  mostDifferent: variantOf({
    resource: (fields) => {
      const left = without(fields, 'created_at', 'updated_at', 'result', 'engine', 'title')
      return passwordAsFlag(mapped(changed(left, 'url', withoutScheme), numbersAsText))
    },
    list: ({ rows }) => rows,
    item: (resource) => resource,
    created: (data) => ({ status: 201, body: { data, status: 200 } }),
    deleted: () => ({ status: 204 }),
  }),
} satisfies Record<string, ApiVariant>
