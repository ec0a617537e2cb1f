import type { FastifyRequest } from 'fastify'
import type { Kysely, Transaction } from 'kysely'
import type { Right } from '#contract/access/people.ts'
import { readField } from '#contract/forms/form.ts'
import { newWebsiteClient, newWebsiteClientMessage } from '#contract/forms/report-forms.ts'
import { readId } from '#contract/lists/list-query.ts'
import { domainOf } from '#contract/websites/website.ts'
import { canWrite, isSignedIn, type Reader, scopeOf } from '#service/access/policy.ts'
import { domainsWithin } from '#service/store/access/authors.ts'
import { canEditClient } from '#service/store/access/grants.ts'
import { canReach, ownedTables, type OwnedTable } from '#service/store/access/visible.ts'
import { assignWebsite } from '#service/store/clients.ts'
import { everyRow } from '#service/store/lists/scope.ts'
import type { Schema } from '#service/store/schema.ts'
import { websiteOfDomain } from '#service/store/websites/website-counters.ts'
import type { RequestLimits } from './limits.ts'
import { notAllowed, unprocessable } from './problem.ts'

const ofRow = /^\/api\/v1\/([a-z/]+)\/(?::id|(\d+)$)/
const ofTwoRows = /^\/api\/v1\/(websites|reports)\/:id\/(against|compare)\/:other/

/** Returns whether the sender of a request can see, or edit, now, the rows that its path names by ID. */
export async function reachesRows(db: Kysely<Schema>, request: FastifyRequest, right?: Right): Promise<boolean> {
  const { url = '' } = request.routeOptions
  const { table } = rowAt(url)
  if (!table) return true
  const { id, other } = request.params as Record<string, string>
  for (const named of ofTwoRows.test(url) ? [id, other] : [id]) {
    const row = readId(named ?? '')
    if (row === null || !(await canReach(db, scopeOf(request.reader, right), table, row))) return false
  }
  return true
}

/** Returns whether a reader can change a row, so that they are shown what is for those who can. */
export const canChange = async (db: Kysely<Schema>, reader: Reader, table: OwnedTable, id: number): Promise<boolean> =>
  isSignedIn(reader) && canWrite(reader) && canReach(db, scopeOf(reader, 'edit'), table, id)

/** Returns the table of a path, and the ID of its row if it isn't a pattern. */
function rowAt(path: string) {
  const [, name = '', id = ''] = ofRow.exec(path) ?? []
  return { table: ownedTables.find((owned) => owned === name.replace('alerts/rules', 'alert_rules')), id: readId(id) }
}

/** Returns whether a reader can see the row at a location. */
export async function reachesLocation(db: Kysely<Schema>, reader: Reader, location: string): Promise<boolean> {
  const { table, id } = rowAt(location)
  return table === undefined || id === null || canReach(db, scopeOf(reader), table, id)
}

/**
 * Returns whether a reader can see the row that a form names, which is as good as missing otherwise. Throws a 403 if
 * they can see it, and not change it.
 */
export async function permitsChange(
  db: Kysely<Schema>,
  reader: Reader,
  table: OwnedTable,
  id: number,
): Promise<boolean> {
  if (!(await canReach(db, scopeOf(reader), table, id))) return false
  if (!(await canReach(db, scopeOf(reader, 'edit'), table, id)))
    throw notAllowed('You can look at this, and not change it.')
  return true
}

/** The hosts of which pages are to be analysed, the client that a new website is given to, and the form's field. */
export type NewPages = { hosts: readonly string[]; clientId: number | null; field: string }

/**
 * Throws a 403 unless a reader can edit the websites of some hosts. That of a new domain needs a grant of everything or
 * a client that they can edit. The answer is the same for a domain that has a website beyond their grants, and is
 * limited as wrong passwords are, so that no one finds out which domains have one. Returns those without one.
 */
export async function permitPages(
  { db, limits }: { db: Kysely<Schema>; limits: Pick<RequestLimits, 'countFailure'> },
  request: FastifyRequest,
  { hosts, clientId, field }: NewPages,
): Promise<string[]> {
  const scope = scopeOf(request.reader, 'edit')
  if (clientId !== null && !(await canEditClient(db, scope.kind === 'granted' ? scope : null, clientId)))
    throw unprocessable([
      { field: 'client_id', code: 'not_found', sentence: 'There is no such client, or you can’t edit it.' },
    ])
  if (scope.kind === 'all' && clientId === null) return []
  const domains = [...new Set(hosts.map((host) => domainOf({ host })))]
  const editable = await domainsWithin(db, scope, domains)
  const others = domains.filter((domain) => !editable.has(domain))
  const taken = await domainsWithin(db, everyRow, others)
  const [first] = scope.kind === 'all' ? [] : clientId === null ? others : taken
  if (first === undefined) return others.filter((domain) => !taken.has(domain))
  await limits.countFailure(request)
  throw notAllowed(`Ask an owner to assign this domain: ${first}.`, field)
}

/** Creates the websites of new domains for a client. */
export async function createForClient(tx: Transaction<Schema>, domains: readonly string[], clientId: number | null) {
  const now = new Date().toISOString()
  for (const domain of clientId === null ? [] : domains) {
    const { id, isNew } = await websiteOfDomain(tx, domain, now)
    if (isNew) await assignWebsite(tx, id, clientId)
  }
}

/** Reads the field `client_id` of a form that its handler reads. Throws a 422 for what is no ID. */
export function clientIdOf(given = ''): number | null {
  const { value, code } = readField(newWebsiteClient, given)
  if (code !== null) throw unprocessable([{ field: 'client_id', code, sentence: newWebsiteClientMessage }])
  return value ?? null
}
