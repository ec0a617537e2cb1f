import { type QueryParams, readQuery, type WrongParam, writeQuery } from '#contract/query-params.ts'

/** `repeated`: nothing is wrong with the value, but it was given before with another one. */
export type Repair = WrongParam & { repeated?: true }

/** What a list's address says, and, where it says something that is not allowed or says it twice, the address to replace it with. */
export function readAddress<Query extends object>(params: QueryParams<Query>, fixed: Partial<Query>, search: string) {
  const given = new URLSearchParams(search)
  const own = withoutFixed(params, fixed)
  const { query, wrong }: { query: Query; wrong: Repair[] } = readQuery(own, given)
  for (const name of Object.keys(own)) {
    if (given.getAll(name).length > 1) wrong.push({ name, given: '', allowed: '', used: null, repeated: true })
  }
  const repaired = wrong.length > 0 ? writeQuery(own, query, given).toString() : null
  return { query: { ...query, ...fixed }, wrong, repaired }
}

/** The address after `change`. Whatever changes which rows are shown, or their order, starts again at page 1. */
export function changedAddress<Query extends object>(
  params: QueryParams<Query>,
  fixed: Partial<Query>,
  search: string,
  change: Partial<Query>,
) {
  const { query } = readAddress(params, fixed, search)
  const changesRows = namesOf(change).some((name) => (name as string) !== 'page' && change[name] !== query[name])
  const next = { ...query, ...change, ...(changesRows && { page: 1 }) }
  return writeQuery(withoutFixed(params, fixed), next, new URLSearchParams(search)).toString()
}

/** The repairs an earlier navigation left in the history entry; anything else there is ignored. */
export function repairsIn(state: unknown): Repair[] {
  const repairs = (state as { repairs?: unknown } | null)?.repairs
  return Array.isArray(repairs)
    ? repairs.filter((one) => typeof one?.name === 'string' && typeof one?.given === 'string')
    : []
}

/** A fixed parameter belongs to the page, not to the address: it is neither read from it nor written to it. */
function withoutFixed<Query extends object>(params: QueryParams<Query>, fixed: Partial<Query>) {
  return Object.fromEntries(Object.entries(params).filter(([name]) => !(name in fixed))) as QueryParams<Query>
}

function namesOf<Query extends object>(change: Partial<Query>) {
  return Object.keys(change) as (keyof Query)[]
}
