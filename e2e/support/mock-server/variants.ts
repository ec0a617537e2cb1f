import { badDates, badRows, badScores, foreignResults, hostileDomain } from './bad-values.ts'
import { type ApiVariant, htmlPage, lastPageOf, linksOf, type ListPage, metaOf, plain } from './variant.ts'

const variantOf = (changes: Partial<ApiVariant>): ApiVariant => ({ ...plain, ...changes })

type Fields = Record<string, unknown>

/** Applies `change` to every plain row, report and website. `id` is that of the stored resource. */
const mapResources = (
  change: (fields: Fields, id: number, kind: 'report' | 'website') => unknown,
): Partial<ApiVariant> => ({
  row: (report) => change(plain.row(report) as Fields, report.id, 'report'),
  report: (report) => change(plain.report(report) as Fields, report.id, 'report'),
  website: (website, numbers) => change(plain.website(website, numbers) as Fields, website.id, 'website'),
})

const without = (fields: Fields, ...names: string[]) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))
const only = (fields: Fields, ...names: string[]) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)))
const mapped = (fields: Fields, change: (value: unknown, name: string) => unknown) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, change(value, name)]))
const numbersAsText = (value: unknown) => (typeof value === 'number' ? String(value) : value)
const isTime = (name: string) => name.endsWith('_at')

/** Drops the named parameters, as a server that doesn't know them. */
const ignoring =
  (...names: string[]) =>
  (params: URLSearchParams) =>
    new URLSearchParams([...params].filter(([name]) => !names.includes(name)))

/** Laravel's paginator adds a labelled link for every page. */
function laravelMeta(page: ListPage) {
  const { prev, next } = linksOf(page)
  const numbered = Array.from({ length: lastPageOf(page) }, (_, index) => ({
    url: `${page.address}?page=${index + 1}`,
    label: String(index + 1),
    active: index + 1 === page.page,
  }))
  return {
    ...metaOf(page),
    links: [
      { url: prev, label: '&laquo; Previous', active: false },
      ...numbered,
      { url: next, label: 'Next &raquo;', active: false },
    ],
  }
}

/** Known or likely API variants. Each differs from `plain` in what its name says. */
export const variants = {
  plain,

  // Envelopes
  dataOnly: variantOf({
    list: ({ rows }) => ({ data: rows }),
    item: (data) => ({ data }),
    created: (data) => ({ status: 201, body: { data } }),
  }),
  bare: variantOf({
    list: ({ rows }) => rows,
    item: (resource) => resource,
    created: (body) => ({ status: 201, body }),
    deleted: () => ({ status: 200, body: true }),
  }),
  laravel: variantOf({
    ...mapResources((fields) =>
      mapped(without(fields, 'has_password', 'engine'), (value, name) => {
        if (isTime(name)) return String(value).replace('Z', '000Z')
        return name === 'reports_avg_score' && typeof value === 'number' ? value.toFixed(4) : value
      }),
    ),
    list: (page) => ({ data: page.rows, links: linksOf(page), meta: laravelMeta(page), status: 200 }),
    created: (data) => ({ status: 201, body: { data, status: 200 } }),
    deleted: (object, id) => ({ status: 200, body: { id, object, deleted: true, status: 200 } }),
    rejected: ({ status, message, errors }, request) =>
      errors ? { status, body: { message: errors, status } } : plain.rejected({ status, message }, request),
  }),
  noTotals: variantOf({
    list: (page) => ({
      data: page.rows,
      links: { ...linksOf(page), last: null },
      meta: without(metaOf(page), 'total', 'last_page'),
    }),
  }),

  // Values
  numbersAsText: variantOf({
    ...mapResources((fields) => mapped(fields, numbersAsText)),
    list: (page) => ({ data: page.rows, meta: mapped(metaOf(page), numbersAsText) }),
  }),
  sparse: variantOf({
    ...mapResources((fields, _, kind) => only(fields, 'id', 'url', 'score', kind === 'website' ? 'domain' : 'results')),
    list: ({ rows }) => ({ data: rows.map((row) => without(row as Fields, 'results')) }),
  }),
  noScores: variantOf(mapResources((fields) => without(fields, 'score', 'result', 'reports_avg_score'))),
  badScores: variantOf(
    mapResources((fields, id) =>
      mapped(fields, (value, name) =>
        name === 'score' || name === 'reports_avg_score'
          ? badScores[id % badScores.length]
          : name === 'result'
            ? undefined
            : value,
      ),
    ),
  ),
  resultIsScore: variantOf(
    mapResources((fields) => ('score' in fields ? { ...fields, result: fields.score } : fields)),
  ),
  upperCaseResults: variantOf(
    mapResources((fields) =>
      'result' in fields ? { ...fields, result: String(fields.result).toUpperCase() } : fields,
    ),
  ),
  passwordFlags: variantOf(
    mapResources((fields) =>
      'has_password' in fields ? { ...without(fields, 'has_password'), password: fields.has_password } : fields,
    ),
  ),
  schemeless: variantOf(
    mapResources((fields) =>
      'url' in fields ? { ...fields, url: String(fields.url).replace(/^https?:\/\//, '') } : fields,
    ),
  ),
  noDates: variantOf(mapResources((fields) => without(fields, 'created_at', 'updated_at'))),
  badDates: variantOf(
    mapResources((fields, id) =>
      mapped(fields, (value, name) => (isTime(name) ? badDates[id % badDates.length] : value)),
    ),
  ),
  moreFields: variantOf(
    mapResources((fields, _, kind) => ({
      ...fields,
      ...(kind === 'report'
        ? { crawl_depth: 3, tags: ['spring', 'sale'] }
        : { owner_team: 'Shop', quota: { used: 12, of: 500 } }),
    })),
  ),
  foreignChecks: variantOf({ report: (report) => ({ ...report, results: foreignResults }) }),
  noChecks: variantOf({ report: (report) => without(report, 'results') }),

  // Hostile
  markup: variantOf(
    mapResources((fields) =>
      mapped(fields, (value, name) =>
        name === 'domain' ? hostileDomain : name === 'title' ? `<script>document.title = 'owned'</script>` : value,
      ),
    ),
  ),
  unreadableRows: variantOf(
    mapResources((fields, id) => (id % 10 === 0 ? badRows[(id / 10) % badRows.length] : fields)),
  ),
  uuids: variantOf(
    mapResources((fields, id) => ({ ...fields, id: `7d5c1f0e-2b64-4c1c-9f3e-${String(id).padStart(12, '0')}` })),
  ),
  duplicateRows: variantOf({
    list: (page) => ({
      data: page.rows.flatMap((row, index) => (index === 2 ? [row, row] : [row])),
      meta: metaOf(page),
    }),
  }),
  tooManyRows: variantOf({
    list: (page) => ({
      data: Array.from({ length: 100_000 }, (_, index) => ({
        ...(page.rows[index % 10] as Fields),
        id: 200_000 - index,
        title: undefined,
        created_at: undefined,
      })),
      meta: metaOf(page),
    }),
  }),

  // Ignored request parameters
  pageIgnored: variantOf({ readParams: ignoring('page') }),
  pageIgnoredSilently: variantOf({ readParams: ignoring('page'), list: ({ rows }) => ({ data: rows }) }),
  perPageIgnored: variantOf({ readParams: ignoring('per_page') }),
  sortIgnored: variantOf({ readParams: ignoring('sort_by', 'sort') }),
  filtersIgnored: variantOf({ readParams: ignoring('result', 'website_id') }),
  shuffled: variantOf({ list: (page) => ({ data: page.rows.toReversed(), meta: metaOf(page) }) }),
  replacing: variantOf({
    readParams: (params) =>
      new URLSearchParams(
        [...params].map(([name, value]) =>
          name === 'per_page' && Number(value) > 25
            ? [name, '25']
            : name === 'sort_by' && value.startsWith('reports_')
              ? [name, 'id']
              : [name, value],
        ),
      ),
  }),
  looseSearch: variantOf({
    matches: (text, search) => {
      const wanted = search.toLowerCase().replace(/^(https?:\/\/)?www\./, '')
      return new RegExp(wanted.replace(/[^\w%]/g, '\\$&').replaceAll('%', '.*')).test(text.toLowerCase())
    },
  }),

  // Deletions
  deleted204: variantOf({ deleted: () => ({ status: 204 }) }),
  deleted202: variantOf({ deleted: () => ({ status: 202, body: { status: 'queued' } }) }),
  deletedEmpty: variantOf({ deleted: () => ({ status: 200 }) }),
  keepsReports: variantOf({ keepsReports: true }),

  // Error responses
  problemDetails: variantOf({
    rejected: ({ status, message, errors = {} }) => {
      const details = Object.entries(errors).flatMap(([field, sentences]) =>
        sentences.map((detail) => ({ detail, pointer: `#/${field}` })),
      )
      const body = {
        type: 'about:blank',
        title: status === 422 ? 'Unprocessable Content' : message,
        status,
        detail: message,
        ...(details.length && { errors: details }),
      }
      return { status, text: JSON.stringify(body), headers: { 'content-type': 'application/problem+json' } }
    },
  }),
  loginPage: variantOf({
    rejected: (problem, request) =>
      problem.status === 401 && !request.headers.accept?.includes('json')
        ? { status: 302, headers: { location: '/login' } }
        : plain.rejected(problem, request),
  }),
  /** Combines many of the variants above. */
  mostDifferent: variantOf({
    ...mapResources((fields) => {
      const known = without(
        mapped(fields, (value, name) =>
          name === 'url' ? String(value).replace(/^https?:\/\//, '') : numbersAsText(value),
        ),
        'has_password',
        'created_at',
        'updated_at',
        'result',
        'engine',
        'title',
      )
      return 'has_password' in fields ? { ...known, password: fields.has_password } : known
    }),
    list: ({ rows }) => rows,
    item: (resource) => resource,
    created: (data) => ({ status: 201, body: { data, status: 200 } }),
    deleted: () => ({ status: 204 }),
  }),
  htmlErrors: variantOf({
    rejected: ({ status, message }) => ({
      status,
      text: htmlPage(message),
      headers: { 'content-type': 'text/html; charset=UTF-8' },
    }),
  }),
} satisfies Record<string, ApiVariant>
