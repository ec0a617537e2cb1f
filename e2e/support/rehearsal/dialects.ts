import { type Dialect, htmlPage, lastPageOf, linksOf, metaOf, plain, type PlainPage } from './dialect.ts'
import { badDates, badRows, badScores, hostileDomain, strangeResults } from './oddities.ts'

const speaking = (over: Partial<Dialect>): Dialect => ({ ...plain, ...over })

type Fields = Record<string, unknown>

/** Plain rows, reports and websites, each put through `change`; `id` is the stored one's. */
const changing = (change: (fields: Fields, id: number, kind: 'report' | 'website') => unknown): Partial<Dialect> => ({
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

/** `params` without these, as a server hears them that does not know them. */
const deafTo =
  (...names: string[]) =>
  (params: URLSearchParams) =>
    new URLSearchParams([...params].filter(([name]) => !names.includes(name)))

/** Laravel's paginator names every page as a link with a label. */
function laravelMeta(page: PlainPage) {
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

/** As servers of this API are known, or feared, to answer. Each differs from the plain one by what its name says. */
export const dialects = {
  plain,

  // Envelopes
  dataOnly: speaking({
    list: ({ rows }) => ({ data: rows }),
    item: (data) => ({ data }),
    created: (data) => ({ status: 201, body: { data } }),
  }),
  bare: speaking({
    list: ({ rows }) => rows,
    item: (resource) => resource,
    created: (body) => ({ status: 201, body }),
    removed: () => ({ status: 200, body: true }),
  }),
  laravel: speaking({
    ...changing((fields) =>
      mapped(without(fields, 'has_password', 'engine'), (value, name) => {
        if (isTime(name)) return String(value).replace('Z', '000Z')
        return name === 'reports_avg_score' && typeof value === 'number' ? value.toFixed(4) : value
      }),
    ),
    list: (page) => ({ data: page.rows, links: linksOf(page), meta: laravelMeta(page), status: 200 }),
    created: (data) => ({ status: 201, body: { data, status: 200 } }),
    removed: (object, id) => ({ status: 200, body: { id, object, deleted: true, status: 200 } }),
    refused: ({ status, message, errors }, request) =>
      errors ? { status, body: { message: errors, status } } : plain.refused({ status, message }, request),
  }),
  noTotals: speaking({
    list: (page) => ({
      data: page.rows,
      links: { ...linksOf(page), last: null },
      meta: without(metaOf(page), 'total', 'last_page'),
    }),
  }),

  // Values
  numbersAsText: speaking({
    ...changing((fields) => mapped(fields, numbersAsText)),
    list: (page) => ({ data: page.rows, meta: mapped(metaOf(page), numbersAsText) }),
  }),
  sparse: speaking({
    ...changing((fields, _, kind) => only(fields, 'id', 'url', 'score', kind === 'website' ? 'domain' : 'results')),
    list: ({ rows }) => ({ data: rows.map((row) => without(row as Fields, 'results')) }),
  }),
  noScores: speaking(changing((fields) => without(fields, 'score', 'result', 'reports_avg_score'))),
  oddScores: speaking(
    changing((fields, id) =>
      mapped(fields, (value, name) =>
        name === 'score' || name === 'reports_avg_score'
          ? badScores[id % badScores.length]
          : name === 'result'
            ? undefined
            : value,
      ),
    ),
  ),
  resultIsScore: speaking(changing((fields) => ('score' in fields ? { ...fields, result: fields.score } : fields))),
  shoutedResults: speaking(
    changing((fields) => ('result' in fields ? { ...fields, result: String(fields.result).toUpperCase() } : fields)),
  ),
  passwordFlags: speaking(
    changing((fields) =>
      'has_password' in fields ? { ...without(fields, 'has_password'), password: fields.has_password } : fields,
    ),
  ),
  schemeless: speaking(
    changing((fields) =>
      'url' in fields ? { ...fields, url: String(fields.url).replace(/^https?:\/\//, '') } : fields,
    ),
  ),
  noDates: speaking(changing((fields) => without(fields, 'created_at', 'updated_at'))),
  oddDates: speaking(
    changing((fields, id) => mapped(fields, (value, name) => (isTime(name) ? badDates[id % badDates.length] : value))),
  ),
  moreFields: speaking(
    changing((fields, _, kind) => ({
      ...fields,
      ...(kind === 'report'
        ? { crawl_depth: 3, tags: ['spring', 'sale'] }
        : { owner_team: 'Shop', quota: { used: 12, of: 500 } }),
    })),
  ),
  strangeChecks: speaking({ report: (report) => ({ ...report, results: strangeResults }) }),
  noChecks: speaking({ report: (report) => without(report, 'results') }),

  // Hostile
  markup: speaking(
    changing((fields) =>
      mapped(fields, (value, name) =>
        name === 'domain' ? hostileDomain : name === 'title' ? `<script>document.title = 'owned'</script>` : value,
      ),
    ),
  ),
  someUnreadable: speaking(changing((fields, id) => (id % 10 === 0 ? badRows[(id / 10) % badRows.length] : fields))),
  uuids: speaking(
    changing((fields, id) => ({ ...fields, id: `7d5c1f0e-2b64-4c1c-9f3e-${String(id).padStart(12, '0')}` })),
  ),
  doubled: speaking({
    list: (page) => ({
      data: page.rows.flatMap((row, index) => (index === 2 ? [row, row] : [row])),
      meta: metaOf(page),
    }),
  }),
  flooding: speaking({
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

  // What is asked for and not done
  pageIgnored: speaking({ hear: deafTo('page') }),
  pageIgnoredUntold: speaking({ hear: deafTo('page'), list: ({ rows }) => ({ data: rows }) }),
  perPageIgnored: speaking({ hear: deafTo('per_page') }),
  sortIgnored: speaking({ hear: deafTo('sort_by', 'sort') }),
  filtersIgnored: speaking({ hear: deafTo('result', 'website_id') }),
  shuffled: speaking({ list: (page) => ({ data: page.rows.toReversed(), meta: metaOf(page) }) }),
  replacing: speaking({
    hear: (params) =>
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
  looseSearch: speaking({
    finds: (text, search) => {
      const wanted = search.toLowerCase().replace(/^(https?:\/\/)?www\./, '')
      return new RegExp(wanted.replace(/[^\w%]/g, '\\$&').replaceAll('%', '.*')).test(text.toLowerCase())
    },
  }),

  // Deletions
  removed204: speaking({ removed: () => ({ status: 204 }) }),
  removed202: speaking({ removed: () => ({ status: 202, body: { status: 'queued' } }) }),
  removedSilently: speaking({ removed: () => ({ status: 200 }) }),
  keepsReports: speaking({ keepsReports: true }),

  // Refusals
  problemDetails: speaking({
    refused: ({ status, message, errors = {} }) => {
      const said = Object.entries(errors).flatMap(([field, sentences]) =>
        sentences.map((detail) => ({ detail, pointer: `#/${field}` })),
      )
      const body = {
        type: 'about:blank',
        title: status === 422 ? 'Unprocessable Content' : message,
        status,
        detail: message,
        ...(said.length && { errors: said }),
      }
      return { status, text: JSON.stringify(body), headers: { 'content-type': 'application/problem+json' } }
    },
  }),
  loginPage: speaking({
    refused: (problem, request) =>
      problem.status === 401 && !request.headers.accept?.includes('json')
        ? { status: 302, headers: { location: '/login' } }
        : plain.refused(problem, request),
  }),
  /** Many of the above at once. */
  strangest: speaking({
    ...changing((fields) => {
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
    removed: () => ({ status: 204 }),
  }),
  htmlRefusals: speaking({
    refused: ({ status, message }) => ({
      status,
      text: htmlPage(message),
      headers: { 'content-type': 'text/html; charset=UTF-8' },
    }),
  }),
} satisfies Record<string, Dialect>
