import * as z from 'zod'
import { grouped } from '../format/numbers.ts'
import { findBrokenEncoding } from '../format/percent-encoding.ts'
import { orList, sentenceFor } from '../lists/query-params.ts'
import {
  maxViewName,
  maxViewQuery,
  maxViews,
  readViewQuery,
  type ViewList,
  viewLists,
  type ViewOwner,
  viewOwners,
} from '../lists/views.ts'
import {
  because,
  choiceOf,
  idField,
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

/** Null if it is empty, undefined if it is absent. */
const clientOfView = z
  .transform((text) => (text === '' ? null : text))
  .pipe(z.union([z.null(), idField], because('invalid_id')).optional())
const clientMessages = { otherwise: 'Choose a client, or none.', not_found: 'This client no longer exists.' }
const ownerMessages = {
  otherwise: `Choose ${orList(viewOwners)}.`,
  not_allowed: 'Only people have views of their own, and you can share only views whose whole content you can see.',
}

export const NewViewForm = withMessages(
  z
    .object({
      name: ViewName,
      owner: optional(choiceOf(viewOwners)),
      ...listAndQuery,
      client_id: clientOfView,
    })
    .check(queryOfList),
  {
    list: `Choose ${orList(viewLists)}.`,
    name: viewName,
    owner: ownerMessages,
    query: queryMessages,
    client_id: clientMessages,
  },
)
export type NewView = z.output<typeof NewViewForm>

/**
 * Any of the fields. An empty name or owner changes nothing. An empty query shows the whole list, and an empty client
 * is none.
 */
export const viewChangeForm = (list: ViewList) =>
  withMessages(
    z
      .object({
        name: optional(ViewName),
        query: z.string().meta({ maxLength: maxViewQuery }).optional(),
        owner: optional(choiceOf(viewOwners)),
        client_id: clientOfView,
      })
      .superRefine(
        (value, { issues }) => {
          const { query, ...others } = value as { query?: string } & Record<string, unknown>
          if (query === undefined && Object.values(others).every((other) => other === undefined))
            issues.push(refusal('one_required', value, { path: ['name'] }))
          else if (query !== undefined) Object.assign(value as object, { query: readQueryField(list, query, issues) })
        },
        { when: () => true },
      ),
    {
      name: { ...viewName, one_required: 'Enter a name, a query, an owner or a client.' },
      owner: ownerMessages,
      query: queryMessages,
      client_id: clientMessages,
    },
  )
export type ViewChange = Partial<Pick<NewView, 'name' | 'query'>> & { owner?: ViewOwner }

/** Every view, in the new order. */
export const ViewOrderForm = withMessages(z.object({ ids: idsField(maxViews, { repeats: false }) }), {
  ids: idsMessages(maxViews),
})
