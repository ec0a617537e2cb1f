import { dateFormat } from '../format/dates.ts'
import { indexabilityChoices } from '../reports/indexability.ts'
import { deepClicks, type Privacy, privacyLabels } from '../websites/website.ts'
import { checkId, choice, day, lastDay, namesOf, pattern, type QueryParam, range } from './query-params.ts'

/** Changes since the previous report of the same page. */
export const changeLabels = {
  better: 'Got better',
  worse: 'Got worse',
  new: 'New',
  not_indexable: 'No longer indexable',
}

/** A page's place in its website, by the last crawl: not reached by clicks, for a reason, or only by many. */
export const structureLabels = {
  orphan: 'Orphan pages',
  no_inlinks: 'Pages without inlinks',
  unreachable: 'Pages not reachable from the start page',
  sitemap_only: 'Pages only in the sitemap',
  by_script: 'Pages linked only by scripts',
  deep: `Pages more than ${deepClicks} clicks deep`,
}

/** Google's clicks of a page against the period before, from a quarter and 5 clicks on. */
export const clicksChangeLabels = { lost: 'Lost clicks', won: 'Won clicks' }

/** Keyed by the values of `privacy`, as in a URL. */
export const privacyFilterLabels: Record<`${Privacy}`, string> = privacyLabels

/** The values of the filter for scores, in steps of ten points. */
export const scoreRanges = Array.from({ length: 10 }, (_, at) => `${at * 10}-${at === 9 ? 100 : at * 10 + 9}`)

function isAscending(range: string) {
  const [lowest = 0, highest = 0] = range.split('-').map(Number)
  return lowest <= highest
}

const formatDay = dateFormat({ dateStyle: 'medium', timeZone: 'UTC' })
const dayLabel = (iso: string) => formatDay(new Date(iso))

/** The names of the values of filters by ID, as far as they are known. */
export type FilterNames = {
  check?: string | null | undefined
  assignee?: string | null | undefined
  client?: string | null | undefined
}

export type ListFilter<Value extends string> = {
  param: QueryParam<Value | null>
  /** A description for developers. */
  description: string
  /** The label of its control. */
  name: string
  /** The values of a plain choice, and their labels. A filter without them has a control of its own. */
  options?: Readonly<Record<string, string>>
  /** Values to try in tests and measurements. */
  examples: readonly string[]
  /** The label of a value, also in the name of a view. */
  label(value: Value, names: FilterNames): string
  /** The replacement for a value that isn't allowed. */
  repaired: string
}

type FilterInput<Value extends string> = Omit<ListFilter<Value>, 'repaired' | 'options' | 'examples'> & {
  repaired?: string
} & ({ options: Readonly<Record<string, string>> } | { examples: readonly string[] })

function filter<Value extends string>(given: FilterInput<Value>) {
  const examples = 'options' in given ? Object.keys(given.options) : given.examples
  return { repaired: 'showing all pages', examples, ...given } as ListFilter<Value>
}

function choiceOf<Value extends string>(
  labels: Record<Value, string>,
  given: Pick<ListFilter<Value>, 'name' | 'description'>,
) {
  const param = choice<Value, null>(namesOf(labels), null)
  return filter<Value>({ ...given, param, options: labels, label: (value) => labels[value] })
}

const rangeOf = (name: string, description: string, examples: readonly string[]) =>
  filter({
    param: range,
    description: `${description}, such as ${examples.join(' or ')}.`,
    name,
    examples,
    label: (value) => `${name} ${value.replace(/-$/, ' or more').replace('-', '–')}`,
  })

/** By the ID of a client. The website of a report belongs to it. */
const client = filter({
  param: pattern(/^[1-9]\d{0,14}$/, 'the ID of a client'),
  description: 'only the websites of this client.',
  name: 'Client',
  examples: ['1', '2'],
  label: (id, names) => names.client ?? `client ${id}`,
  repaired: 'showing all clients',
})

/**
 * The filters of reports beyond the specification, in the order of a view's name. Each is an extension under its own
 * name. All but the client and the days select the latest reports of pages only.
 */
export const pageFilters = {
  client,
  check: filter({
    param: checkId,
    description: 'only the latest reports in which this check failed or has a warning.',
    name: 'Issue',
    examples: ['title-present', 'none'],
    label: (check, names) => `Issue: ${names.check ?? check}`,
  }),
  changed: choiceOf(changeLabels, {
    description:
      'compares each report with the previous one of its URL, or with an earlier one by `since`. better: a higher score. worse: a lower score. new: there is no previous report. not_indexable: the page was indexable or unclear before.',
    name: 'Change',
  }),
  since: filter({
    param: day,
    description:
      'only pages that changed or were added on this day, UTC, or later. With `changed`, compares their latest reports with the last ones before this day, or, for pages that are new since then, with their first ones. With `check`, only issues that began on this day or later.',
    name: 'Changed since',
    examples: ['2000-01-01'],
    label: (iso) => `since ${dayLabel(iso)}`,
    repaired: 'ignoring it',
  }),
  indexability: choiceOf(indexabilityChoices, {
    description:
      'indexable, unclear (scripts add the main content), redirect, other_url (another URL is indexed), elsewhere (one of these two), unlikely or blocked.',
    name: 'Indexing',
  }),
  group: filter({
    param: pattern(/^\/[^\0]{0,499}$/, 'a path such as /blog/*'),
    description: 'a folder, which ends with a slash (/blog/), or the shape of URLs (/blog/*).',
    name: 'Page group',
    examples: ['/a/', '/*', '/a/*'],
    label: (group) => `URLs: ${group}`,
  }),
  structure: choiceOf(structureLabels, {
    description: `by the last crawl. orphan: no click from the first page leads to it. no_inlinks, unreachable and sitemap_only are the kinds of orphans: no page links to it, only other orphans do, or only a sitemap names it. by_script: only links that scripts add lead to it. deep: more than ${deepClicks} clicks from the first page.`,
    name: 'Structure',
  }),
  score: filter({
    param: pattern(/^(\d\d?|100)-(\d\d?|100)$/, 'a range such as 70-79, with the lower score first', isAscending),
    description: 'only the latest reports with a score in this range, such as 70-79. The lower score comes first.',
    name: 'Score',
    options: Object.fromEntries(scoreRanges.map((range) => [range, range.replace('-', '–')])),
    label: (range) => `score ${range.replace('-', '–')}`,
  }),
  assignee: filter({
    param: pattern(/^(me|[1-9]\d{0,14})$/, 'me, or the ID of a person'),
    description:
      'only the latest reports with an open issue assigned to this person, by ID, or to the sender by `me`. With `check`, only if that issue is assigned to them.',
    name: 'Assignee',
    examples: ['1', '2'],
    label: (assignee, { assignee: name }) =>
      assignee === 'me' ? 'Assigned to me' : `Assigned to ${name ?? 'a person'}`,
  }),
  clicks: rangeOf('Clicks', 'only pages with this many clicks in Google in 28 days', ['0', '10-']),
  impressions: rangeOf('Impressions', 'only pages that Google showed this often in 28 days', ['0-99', '100-']),
  position: rangeOf('Position', 'only pages with an average position in Google in this range', ['1-10', '11-']),
  clicks_change: choiceOf(clicksChangeLabels, {
    description:
      'only pages that lost, or won, at least 5 clicks and a quarter against the 28 days before, as far as Google told both.',
    name: 'Change of clicks',
  }),
  google_index: filter({
    param: pattern(/^[^\0]{1,200}$/, 'a state in Google’s index, in Google’s words'),
    description:
      'only pages with exactly this state in Google’s index, in Google’s words, such as Crawled - currently not indexed.',
    name: 'Google index',
    examples: ['Submitted and indexed', 'Crawled - currently not indexed'],
    label: (state) => `Google: ${state}`,
  }),
  from: filter({
    param: day,
    description: 'first day of creation, UTC. With `from` or `to`, lists sorted by id are sorted by `created_at`.',
    name: 'Analysed from',
    examples: ['2000-01-01'],
    label: (iso) => `from ${dayLabel(iso)}`,
    repaired: 'showing from the earliest date',
  }),
  to: filter({
    param: lastDay,
    description: 'last day of creation, UTC, not before `from`.',
    name: 'Analysed until',
    examples: ['2999-01-01'],
    label: (iso) => `until ${dayLabel(iso)}`,
    repaired: 'showing up to today',
  }),
}

/** Those by what Google told. */
export const searchFilterNames = ['clicks', 'impressions', 'position', 'clicks_change', 'google_index'] as const

/** The filters of websites beyond the specification. */
export const websiteFilters = {
  client,
  privacy: filter({
    param: choice(namesOf(privacyFilterLabels), null),
    description: 'only websites with this privacy: 0 (Public), 1 (Private) or 2 (Password).',
    name: 'Privacy',
    options: privacyFilterLabels,
    label: (privacy) => `Privacy: ${privacyFilterLabels[privacy]}`,
    repaired: 'showing all privacy settings',
  }),
}

export const pageFilterNames = namesOf(pageFilters)
export type PageFilterName = (typeof pageFilterNames)[number]
export const websiteFilterNames = namesOf(websiteFilters)
export type PageFilterValues = { [Name in PageFilterName]: (typeof pageFilters)[Name]['param']['fallback'] }

type FilterTexts = Pick<ListFilter<string>, 'description' | 'repaired'>

/** Returns a text about each filter, under its name. */
const eachOf = <Name extends string>(filters: Record<Name, FilterTexts>, textOf: (texts: FilterTexts) => string) =>
  Object.fromEntries(namesOf(filters).map((name) => [name, textOf(filters[name])])) as Record<Name, string>

type ParamsOf<Filters extends Record<keyof Filters, { param: unknown }>> = {
  [Name in keyof Filters]: Filters[Name]['param']
}
const paramsOf = <Filters extends Record<keyof Filters, { param: unknown }>>(filters: Filters) =>
  Object.fromEntries(namesOf(filters).map((name) => [name, filters[name].param])) as ParamsOf<Filters>
const descriptionOf = ({ description }: FilterTexts) => `Extension: ${description}`

export const pageFilterParams = paramsOf(pageFilters)
export const websiteFilterParams = paramsOf(websiteFilters)
export const pageFilterDescriptions = eachOf(pageFilters, descriptionOf)
export const websiteFilterDescriptions = eachOf(websiteFilters, descriptionOf)
export const filterRepairs = eachOf({ ...pageFilters, ...websiteFilters }, ({ repaired }) => repaired)

/** The labels of the filters that are set. */
export type PageFilterLabels = Record<PageFilterName, string | null>

/** Returns the label of each filter that is set. */
export function pageFilterLabels(query: PageFilterValues, filterNames: FilterNames): PageFilterLabels {
  const labels = pageFilterNames.map((name) => {
    const value = query[name]
    const { label }: Pick<ListFilter<string>, 'label'> = pageFilters[name]
    return [name, value === null ? null : label(value, filterNames)]
  })
  return Object.fromEntries(labels) as PageFilterLabels
}
