import { orList } from '#contract/query-params.ts'
import { maxViewName, maxViewQuery, readViewName, readViewQuery, type ViewList, viewLists } from '#contract/views.ts'
import type { NewView } from '#service/store/views.ts'
import type { Fields } from './fields.ts'
import { Problem, unprocessable } from './problem.ts'
import { strictSearch } from './query.ts'

/** A view as it is to be kept. Throws a 422 that names all that is wrong. */
export function readNewView(fields: Fields): NewView {
  const errors: Record<string, string[]> = {}
  const list = viewLists.find((one) => one === fields.get('list'))
  if (!list) errors['list'] = [`list must be ${orList(viewLists)}.`]
  const name = readName(fields.get('name'), errors)
  const query = list ? readQueryField(list, fields.get('query') ?? '', errors) : ''
  if (!list || Object.keys(errors).length > 0) throw unprocessable(errors)
  return { name, list, query }
}

/** A new name, a new query, or both: an empty query is the list as it begins. */
export function readViewChange(list: ViewList, fields: Fields): Partial<Pick<NewView, 'name' | 'query'>> {
  const [givenName, givenQuery] = [fields.get('name') || undefined, fields.get('query')]
  if (givenName === undefined && givenQuery === undefined) throw unprocessable({ name: ['name or query is needed.'] })
  const errors: Record<string, string[]> = {}
  const name = givenName === undefined ? undefined : readName(givenName, errors)
  const query = givenQuery === undefined ? undefined : readQueryField(list, givenQuery, errors)
  if (Object.keys(errors).length > 0) throw unprocessable(errors)
  return { ...(name !== undefined && { name }), ...(query !== undefined && { query }) }
}

function readName(given: string | undefined, errors: Record<string, string[]>): string {
  const name = readViewName(given ?? '')
  if (name === null) errors['name'] = [`name must be text of 1 to ${maxViewName} characters, in one line.`]
  return name ?? ''
}

/** A view's query as it is kept. What is wrong with it is said under `query`. */
export function readQueryField(list: ViewList, given: string, errors: Record<string, string[]>): string {
  const { query, wrong } = readViewQuery(list, searchOf(given, errors))
  if (wrong.length > 0) errors['query'] = wrong
  if (query.length > maxViewQuery)
    errors['query'] = [`query must be search parameters of at most ${maxViewQuery} characters.`]
  return query
}

function searchOf(given: string, errors: Record<string, string[]>): URLSearchParams {
  try {
    return strictSearch(given.replace(/^\?/, ''))
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    errors['query'] = [error.message]
    return new URLSearchParams()
  }
}
