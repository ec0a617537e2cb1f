import type { Logger } from 'pino'
import { dayMs } from '#contract/format/dates.ts'
import { SearchForm, ServiceAccountForm, tokenUrl } from '#contract/forms/search-forms.ts'
import type { FileProblemCode } from '#contract/google/google-problems.ts'
import {
  aboutExports,
  GoogleProblem,
  ImportedFile,
  maxFileBytes,
  SearchConnection,
  SearchProperty,
} from '#contract/google/search-connection.ts'
import { choice, day } from '#contract/lists/query-params.ts'
import { described } from '#contract/openapi/parameters.ts'
import { Done, itemOf, namedBody, wholeListOf } from '#contract/openapi/schemas.ts'
import { domainOf } from '#contract/websites/website.ts'
import type { Reader } from '#service/access/policy.ts'
import type { Google } from '#service/fetcher/google-fetch.ts'
import { connect, propertiesOf, revokeAccess } from '#service/google/connect.ts'
import { FileRefused } from '#service/google/file-tables.ts'
import { pacificDay } from '#service/google/pacific-days.ts'
import { readPerformanceFile } from '#service/google/performance-file.ts'
import { GoogleRefused } from '#service/google/refusals.ts'
import { isPrivateKey } from '#service/google/secrets.ts'
import type { IdentityKeys } from '#service/identity/encryption.ts'
import type { Store } from '#service/store/database.ts'
import {
  changeConnection,
  type ConnectionRecord,
  deleteConnection,
  findConnection,
  requestPull,
  saveConnection,
} from '#service/store/google/connections.ts'
import { forgetSearch, pulledDays, storeDay } from '#service/store/google/days.ts'
import { refreshClicks } from '#service/store/google/refresh-clicks.ts'
import { findOwnHosts } from '#service/store/websites/own-hosts.ts'
import { findWebsite, type WebsiteRecord } from '#service/store/websites/websites.ts'
import { auditedWebsite, type AuditRecorder } from '../audit-recorder.ts'
import { refuseFields } from '../body.ts'
import { canChange } from '../permits.ts'
import { byField, notFound, Problem, tryAgainLater, unprocessable, withSecret } from '../problem.ts'
import { keyed, keyedForm, keyedWrite, routeUsing } from '../route.ts'

type Deps = {
  db: Store['db']
  log: Logger
  audit: AuditRecorder
  identityKeys: IdentityKeys
  google: Google
  /** Has pulls that are due begin at once. */
  wakeSearch: () => void
}

const route = routeUsing<Deps>()
const path = '/api/v1/websites/{id}/search'
const ConnectionItem = itemOf('SearchConnectionItem', SearchConnection, 200)
const shown = { 200: { description: 'The connection.', schema: ConnectionItem } } as const

const findsWebsite = async ({ params: { id } }: { params: { id: number } }, { db }: Deps): Promise<WebsiteRecord> => {
  const website = await findWebsite(db, id)
  if (!website) throw notFound()
  return website
}

/** As Google's file names its parts. */
const keyFileExample = {
  type: 'service_account',
  client_email: 'reports@example.iam.gserviceaccount.com',
  private_key: '-----BEGIN PRIVATE KEY-----\n…\n-----END PRIVATE KEY-----\n',
  token_uri: tokenUrl,
}

/** How a website's figures come from Google Search Console. */
export const searchConnectionRoutes = [
  route(
    {
      method: 'GET',
      path,
      access: 'read connections',
      id: 'showSearchConnection',
      summary: 'Get how a website’s figures come from Google',
      find: findsWebsite,
      responses: shown,
      errors: [...keyed, 404],
    },
    async ({ found: { id }, reader }, { db }) => ({ data: await connectionOf(id, reader, db), status: 200 }),
  ),

  route(
    {
      method: 'PUT',
      path,
      access: 'change a website',
      id: 'changeSearchConnection',
      summary: 'Choose the property of a website at Google',
      description:
        '`kind` is the way in which Google is connected, or `file` to take figures from files alone, which ends other access. `property` is one of the account’s list.',
      find: findsWebsite,
      form: namedBody('SearchForm', SearchForm),
      example: { kind: 'file' },
      responses: shown,
      errors: [...keyedForm, 404],
    },
    async ({ found: website, form: { kind, property }, reader, request }, deps) => {
      const { db, audit } = deps
      const connection = await findConnection(db, website.id)
      if (kind === 'file') {
        if (property !== undefined) throw refuseFields(SearchForm, [{ field: 'property', code: 'not_allowed' }])
        if (connection) await revokeAccess(connection, deps)
        await saveFileConnection(website.id, deps)
      } else {
        if (connection?.kind !== kind) throw refuseFields(SearchForm, [{ field: 'kind', code: 'not_found' }])
        await choose(connection, property, deps)
      }
      if (kind === 'file' || property !== undefined) {
        const detail = property ?? kind
        await audit.record(request, { action: 'search_changed', object: auditedWebsite(website), detail })
        deps.wakeSearch()
      }
      return { data: await connectionOf(website.id, reader, db), status: 200 }
    },
  ),

  route(
    {
      method: 'DELETE',
      path,
      access: 'change a website',
      id: 'deleteSearchConnection',
      summary: 'Disconnect a website from Google',
      description: 'Revokes the access at Google. What was pulled stays, with its days, unless `forget` is 1.',
      find: findsWebsite,
      query: described({ forget: choice(['0', '1'], '0') }, { forget: '1 deletes what was pulled.' }),
      responses: { 200: { description: 'Disconnected.', schema: Done } },
      errors: [...keyedWrite, 404, 422],
    },
    async ({ found: website, query: { forget }, request }, deps) => {
      const { db, audit } = deps
      const connection = await findConnection(db, website.id)
      if (connection) await revokeAccess(connection, deps)
      await deleteConnection(db, website.id)
      if (forget === '1') await forgetSearch(db, website.id)
      if (connection || forget === '1')
        await audit.record(request, {
          action: 'search_disconnected',
          object: auditedWebsite(website),
          ...(forget === '1' && { detail: 'figures deleted' }),
        })
      return { status: 200 }
    },
  ),

  route(
    {
      method: 'POST',
      path: `${path}/service-account`,
      access: 'change a website',
      id: 'connectServiceAccount',
      adds: true,
      summary: 'Connect a website by a service account',
      description:
        'The account must be added in Search Console, as a delegated owner if it is new. The key is encrypted and never returned.',
      find: findsWebsite,
      form: namedBody('ServiceAccountForm', ServiceAccountForm),
      maxBodyBytes: 64 * 1024,
      example: { json: JSON.stringify(keyFileExample) },
      responses: shown,
      errors: [...keyedForm, 404, 409],
    },
    async ({ found: website, form: { json: account }, reader, request }, deps) => {
      const { db, audit } = deps
      if (!isPrivateKey(account.private_key))
        throw refuseFields(ServiceAccountForm, [{ field: 'json', code: 'invalid_type' }])
      await asked(() => withSecret(() => connect(website.id, { kind: 'service', ...account }, deps)))
      await audit.record(request, {
        action: 'search_connected',
        object: auditedWebsite(website),
        detail: account.client_email,
      })
      deps.wakeSearch()
      return { data: await connectionOf(website.id, reader, db), status: 200 }
    },
  ),

  route(
    {
      method: 'GET',
      path: `${path}/properties`,
      access: 'change a website',
      id: 'listSearchProperties',
      summary: 'List the properties that the connected account can see',
      description: 'Asks Google. Empty if nothing is connected.',
      find: findsWebsite,
      responses: {
        200: { description: 'In Google’s order.', schema: wholeListOf('SearchPropertyList', SearchProperty) },
      },
      errors: [...keyed, 403, 404, 422],
    },
    async ({ found: { id } }, deps) => {
      const connection = await findConnection(deps.db, id)
      const isAsked = connection !== undefined && connection.kind !== 'file'
      return { data: isAsked ? await asked(() => propertiesOf(connection, deps)) : [], status: 200 }
    },
  ),

  route(
    {
      method: 'POST',
      path: `${path}/pull`,
      access: 'change a website',
      id: 'pullSearch',
      summary: 'Pull a website’s figures from Google now',
      find: findsWebsite,
      responses: {
        202: { description: 'The pull begins.', schema: itemOf('PulledConnection', SearchConnection, 202) },
      },
      errors: [...keyedForm, 404, 409],
    },
    async ({ found: { id }, reader }, { db, wakeSearch }) => {
      const connection = await findConnection(db, id)
      if (!connection || connection.kind === 'file') throw new Problem('conflict', 'Connect Google first.')
      if (connection.property === null) throw new Problem('conflict', 'Choose a property first.')
      if (!(await requestPull(db, id))) throw new Problem('in_progress', 'A pull is in progress.')
      wakeSearch()
      return { data: await connectionOf(id, reader, db), status: 202 }
    },
  ),

  route(
    {
      method: 'POST',
      path: `${path}/file`,
      access: 'change a website',
      id: 'importSearchFile',
      adds: true,
      summary: 'Import an export of Google’s performance report',
      description: `The ZIP of a performance report, or its table of pages as CSV with \`first_day\` and \`last_day\`, in any language. It replaces the days that it covers. ${aboutExports}`,
      find: findsWebsite,
      query: described(
        { first_day: day, last_day: day },
        {
          first_day: 'The first day of a CSV file. A ZIP has its own days.',
          last_day: 'The last day of a CSV file, not before `first_day`.',
        },
      ),
      file: { types: ['application/zip', 'text/csv'], description: 'The file as Google exported it.' },
      maxBodyBytes: maxFileBytes,
      turn: 'process',
      responses: {
        200: { description: 'What was taken.', schema: itemOf('ImportedSearchFileItem', ImportedFile, 200) },
      },
      errors: [...keyedWrite, 404, 422],
    },
    async ({ found: website, query, file, request }, deps) => {
      const isOwn = await ownHosts(website, deps)
      const { first_day, last_day } = query
      if (first_day !== null && last_day !== null && first_day > last_day)
        throw unprocessable([
          { field: 'last_day', code: 'invalid_parameter', sentence: 'last_day must not be before first_day.' },
        ])
      const given = first_day !== null && last_day !== null ? { first_day, last_day } : {}
      const imported = await readable(async () => {
        const { pages, total, chart, ...read } = await readPerformanceFile(file, given, isOwn)
        if (read.last_day > pacificDay(new Date())) throw new FileRefused('in_the_future')
        const days = (Date.parse(read.last_day) - Date.parse(read.first_day)) / dayMs + 1
        await storeDay(deps.db, website.id, { source: 'file', day: read.first_day, days, total, chart, pages: pages() })
        return read
      })
      await refreshClicks(deps.db, website.id)
      if (!(await findConnection(deps.db, website.id))) await saveFileConnection(website.id, deps)
      await deps.audit.record(request, {
        action: 'search_imported',
        object: auditedWebsite(website),
        detail: `${imported.first_day} to ${imported.last_day}`,
      })
      return { data: imported, status: 200 }
    },
  ),
]

/** Sets the property, and has it pulled at once. Throws a 422 for one that the account can't see. */
async function choose(connection: ConnectionRecord, property: string | undefined, deps: Deps): Promise<void> {
  if (property === undefined) return
  const properties = await asked(() => propertiesOf(connection, deps))
  if (!properties.some((one) => one.property === property))
    throw refuseFields(SearchForm, [{ field: 'property', code: 'not_found' }])
  const due_at = new Date().toISOString()
  await changeConnection(deps.db, connection.website_id, { property, state: 'pulling', problem: null, due_at })
}

const saveFileConnection = (websiteId: number, { db }: Deps) =>
  saveConnection(db, websiteId, {
    kind: 'file',
    property: null,
    account: null,
    secret: null,
    key_id: null,
    state: 'ready',
    due_at: null,
  })

/** Runs what asks Google. Throws a 422, or a 503 if it can't be reached, with the sentence for people. */
async function asked<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof GoogleRefused)) throw error
    const { code, message } = error.problem
    if (code === 'google_unreachable') throw tryAgainLater('google_unreachable', message, 60)
    throw new Problem('google_refused', message, { extra: byField([{ field: 'google', code, sentence: message }]) })
  }
}

const fileSentences: Record<FileProblemCode, string> = {
  no_pages: 'This isn’t an export of a performance report with pages. Export “Search results” as ZIP or CSV.',
  wrong_columns:
    'The table of pages must have the columns page, clicks, impressions, CTR and position. Export it without a comparison.',
  other_website: 'This is an export of another website.',
  in_the_future: 'The file’s last day is in the future.',
  damaged: 'This file is damaged. Export it again.',
}

/** Runs what reads a file. Throws a 413 for one that is too large, and a 422 for another that can't be imported. */
async function readable<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error
    const { code } = error
    if (code === 'too_large') throw new Problem('body_too_large', 'More than 50 MB come out of this file.')
    if (code === 'no_days')
      throw unprocessable(
        ['first_day', 'last_day'].map((field) => ({
          field,
          code: 'required',
          sentence: `Send ${field}, because the file doesn’t have its days.`,
        })),
      )
    const sentence = fileSentences[code]
    throw new Problem('file_refused', sentence, { extra: byField([{ field: 'file', code, sentence }]) })
  }
}

/** Returns a function that tells if a host is the website's, of a subdomain, or one of the owner's other hosts. */
async function ownHosts({ id, domain }: WebsiteRecord, { db }: Deps): Promise<(host: string) => boolean> {
  const others = new Set((await findOwnHosts(db, { id })) ?? [])
  return (host) => {
    const own = domainOf({ host })
    return own === domain || own.endsWith(`.${domain}`) || others.has(host)
  }
}

async function connectionOf(websiteId: number, reader: Reader, db: Store['db']): Promise<SearchConnection> {
  const connection = await findConnection(db, websiteId)
  const { first_day, last_day, rows } = await pulledDays(db, websiteId)
  const isFull = await canChange(db, reader, 'websites', websiteId)
  return {
    kind: connection?.kind ?? null,
    property: connection?.property ?? null,
    account: isFull ? (connection?.account ?? null) : null,
    state: connection?.state ?? 'none',
    problem: isFull && connection?.problem ? GoogleProblem.parse(JSON.parse(connection.problem)) : null,
    first_day,
    last_day,
    rows: last_day === null ? null : rows,
  }
}
