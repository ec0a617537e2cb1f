import * as z from 'zod'
import { grouped } from '../format/numbers.ts'
import { findBrokenEncoding } from '../format/percent-encoding.ts'
import { orList, sentenceFor } from '../lists/query-params.ts'
import { maxViewName, maxViewQuery, maxViews, readViewQuery, type ViewList, viewLists } from '../lists/views.ts'
import {
  choiceOf,
  type FieldProblem,
  idsField,
  idsMessages,
  nameField,
  nameMessage,
  optional,
  refusal,
  withDefault,
  withMessages,
} from './form.ts'

export const ViewName = nameField(maxViewName)
const viewName = { label: 'Name', otherwise: nameMessage(maxViewName) }
/** The name of a view, as a person types it. */
export const ViewNameForm = withMessages(z.object({ name: ViewName }), { name: viewName })

/**
 * Checks the search parameters of `list` in `text`. Returns them as a view keeps them, or adds a problem of the field
 * `query` to `issues`.
 */
function readQueryField(list: ViewList, text: string, issues: z.core.$ZodRawIssue[]): string {
  const path = ['query']
  const raw = text.replace(/^\?/, '')
  const broken = findBrokenEncoding(raw)
  if (broken !== null) {
    issues.push(refusal('invalid_encoding', text, { path, params: { parameter: { name: broken, allowed: '' } } }))
    return ''
  }
  const { query, wrong } = readViewQuery(list, raw)
  if (query.length > maxViewQuery) issues.push(refusal('too_long', text, { path }))
  else for (const parameter of wrong) issues.push(refusal('invalid_parameter', text, { path, params: { parameter } }))
  return query
}

/** A list and its search parameters, which become those that a view keeps. */
export const listAndQuery = {
  list: choiceOf(viewLists),
  query: withDefault(z.string({ error: 'invalid_type' }).meta({ maxLength: maxViewQuery }), ''),
}

/** Reads `query` by the parameters of `list`; goes with `listAndQuery`. An invalid list is reported alone. */
export const queryOfList = z.superRefine<{ list: ViewList; query: string }>(
  (value, { issues }) => {
    const isText = typeof value.query === 'string'
    if (isText && viewLists.includes(value.list)) value.query = readQueryField(value.list, value.query, issues)
  },
  { when: () => true },
)

/** `name`: the wrong search parameter, or `query` for the search as a whole. */
export const brokenEncoding = (name: string) =>
  `${name === 'query' ? 'The query' : name} isn’t correctly percent-encoded.`

export const queryMessages = {
  otherwise: `Use a query string of at most ${grouped(maxViewQuery)} characters.`,
  invalid_parameter: ({ parameter }: FieldProblem) =>
    sentenceFor(parameter ?? { name: 'query', allowed: 'a query string' }),
  invalid_encoding: ({ parameter }: FieldProblem) => brokenEncoding(parameter?.name ?? 'query'),
}

export const NewViewForm = withMessages(z.object({ name: ViewName, ...listAndQuery }).check(queryOfList), {
  list: `Choose ${orList(viewLists)}.`,
  name: viewName,
  query: queryMessages,
})
export type NewView = z.output<typeof NewViewForm>

/** A new name, new search parameters, or both. An empty name changes nothing; an empty query shows the whole list. */
export const viewChangeForm = (list: ViewList) =>
  withMessages(
    z
      .object({
        name: optional(ViewName),
        query: z.string().meta({ maxLength: maxViewQuery }).optional(),
      })
      .superRefine(
        (value, { issues }) => {
          const { name, query } = value as { name?: string; query?: string }
          if (name === undefined && query === undefined) issues.push(refusal('one_required', value, { path: ['name'] }))
          else if (query !== undefined) Object.assign(value as object, { query: readQueryField(list, query, issues) })
        },
        { when: () => true },
      ),
    {
      name: { ...viewName, one_required: 'Enter a name or a query.' },
      query: queryMessages,
    },
  )
export type ViewChange = Partial<Pick<NewView, 'name' | 'query'>>

/** Every view, in the new order. */
export const ViewOrderForm = withMessages(z.object({ ids: idsField(maxViews, { repeats: false }) }), {
  ids: idsMessages(maxViews),
})
