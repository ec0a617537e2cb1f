import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import * as z from 'zod'
import { GoogleClientForm } from '#contract/forms/search-forms.ts'
import type { GoogleProblemCode } from '#contract/google/google-problems.ts'
import { aboutTesting, GoogleClient } from '#contract/google/search-connection.ts'
import { type QueryParam, wholeNumber } from '#contract/lists/query-params.ts'
import { described } from '#contract/openapi/parameters.ts'
import { itemOf, namedBody } from '#contract/openapi/schemas.ts'
import { maxId } from '#contract/values.ts'
import { authorOf, canWrite, isOwner, isSignedIn, type Reader, scopeOf } from '#service/access/policy.ts'
import type { Google } from '#service/fetcher/google-fetch.ts'
import type { GoogleAttempt, GoogleAttempts } from '#service/google/attempts.ts'
import { connect, findOAuthClient } from '#service/google/connect.ts'
import { GoogleRefused } from '#service/google/refusals.ts'
import { sealClient } from '#service/google/secrets.ts'
import { consentUrl, redeemCode } from '#service/google/tokens.ts'
import type { IdentityKeys } from '#service/identity/encryption.ts'
import { insertFinishedWrite } from '#service/store/access/idempotency-keys.ts'
import { canReach } from '#service/store/access/visible.ts'
import type { Store } from '#service/store/database.ts'
import { findGoogleClient, saveGoogleClient } from '#service/store/google/connections.ts'
import { findWebsite, type WebsiteRecord } from '#service/store/websites/websites.ts'
import { auditedWebsite, type AuditRecorder } from '../audit-recorder.ts'
import { refuseFields } from '../body.ts'
import type { Identify } from '../identify.ts'
import { writeWithKey } from '../identify.ts'
import { notAllowed, notFound, Problem, withSecret } from '../problem.ts'
import { originOf } from '../request.ts'
import { keyed, keyedForm, routeUsing } from '../route.ts'

type Deps = {
  db: Store['db']
  log: Logger
  audit: AuditRecorder
  identify: Identify
  identityKeys: IdentityKeys
  publicUrl: string | null
  google: Google
  googleAttempts: GoogleAttempts
  wakeSearch: () => void
}

const route = routeUsing<Deps>()
const path = '/api/v1/connections/google'
const ClientItem = itemOf('GoogleClientItem', GoogleClient, 200)
const answer: QueryParam<string | null> = {
  schema: z.string().max(4_000),
  fallback: null,
  allowed: 'text of at most 4,000 characters',
}

/** The server's own client at Google, and how people permit it to read. */
export const googleConnectionRoutes = [
  route(
    {
      method: 'GET',
      path,
      access: 'read connections',
      id: 'showGoogleClient',
      summary: 'Get the server’s OAuth client at Google',
      description: 'Only owners see its ID. Its secret is never returned.',
      responses: { 200: { description: 'The client.', schema: ClientItem } },
      errors: keyed,
    },
    async ({ reader, request }, deps) => ({ data: await clientOf(reader, request, deps), status: 200 }),
  ),

  route(
    {
      method: 'PUT',
      path,
      access: 'manage connections',
      id: 'changeGoogleClient',
      summary: 'Set the server’s OAuth client at Google',
      description:
        'A client of the type “Web application” in a Google Cloud project with the Search Console API, with `callback_url` as an authorised redirect URI. With another client ID, people must connect their websites again.',
      form: namedBody('GoogleClientForm', GoogleClientForm),
      example: { client_id: '1234.apps.googleusercontent.com', client_secret: 'a secret' },
      responses: { 200: { description: 'The changed client.', schema: ClientItem } },
      errors: [...keyedForm, 409],
    },
    async ({ form: { client_id, client_secret }, reader, request }, deps) => {
      const { db, audit, identityKeys } = deps
      const before = await findGoogleClient(db)
      if (client_secret !== undefined) {
        const sealed = await withSecret(async () => sealClient(client_id, client_secret, identityKeys))
        await writeWithKey(db, request, (tx) => saveGoogleClient(tx, { client_id, ...sealed }))
        await audit.record(request, { action: 'google_client_changed', detail: client_id })
      } else if (before?.client_id !== client_id)
        throw refuseFields(GoogleClientForm, [{ field: 'client_secret', code: 'required' }])
      return { data: await clientOf(reader, request, deps), status: 200 }
    },
  ),

  route(
    {
      method: 'GET',
      path: `${path}/start`,
      access: 'change a website',
      id: 'startGoogleConnection',
      summary: 'Go to Google to connect a website',
      description: 'Opens Google’s page that asks for permission to read Search Console data.',
      query: described({ website_id: wholeNumber(maxId, null) }, { website_id: 'The website to connect.' }),
      responses: { 302: { description: 'The browser goes on.', headers: ['Location'] } },
      errors: [...keyed, 403, 404, 409, 422],
    },
    async ({ query: { website_id }, reader, request, reply }, deps) => {
      const website = await editableWebsite(website_id, reader, deps)
      const client = await usableClient(deps)
      const begun = {
        website: website.id,
        author: idOf(reader),
        verifier: randomBytes(32).toString('base64url'),
        started: Date.now(),
      }
      const callback = callbackOf(request, deps)
      const state = deps.googleAttempts.seal(begun)
      const page = consentUrl(client, { state, verifier: begun.verifier, callback })
      return redirect(reply, deps.google.pageAt(page).href)
    },
  ),

  route(
    {
      method: 'GET',
      path: `${path}/callback`,
      access: {
        /** A browser that comes from another site counts as signed in here, because the state is of who began. */
        async open(request, reply, { identify }) {
          await identify.anyone(request, reply)
          if (!isSignedIn(request.reader)) request.reader = (await identify.browserSession(request)) ?? request.reader
          return {}
        },
      },
      id: 'finishGoogleConnection',
      summary: 'Come back from Google',
      description: 'Works once, for the person who began.',
      query: described(
        { code: answer, state: answer, error: answer },
        {
          code: 'What Google sends if the person agreed.',
          state: 'The attempt that it belongs to.',
          error: 'What Google sends otherwise.',
        },
      ),
      responses: { 302: { description: 'The browser goes on to the website.', headers: ['Location'] } },
      errors: [...keyed, 403, 404, 422],
    },
    async ({ query: { code, state, error }, request, reply }, deps) => {
      const { reader } = request
      const attempt = await takeAttempt(state, reader, deps)
      const website = await editableWebsite(attempt.website, reader, deps)
      const problem =
        error === null && code !== null ? await finish(attempt, code, request, deps) : ('cancelled' as const)
      if (problem === null) {
        await deps.audit.record(request, {
          action: 'search_connected',
          object: auditedWebsite(website),
          detail: 'OAuth',
        })
        deps.wakeSearch()
      }
      const page = new URL(`${originOf(request, deps.publicUrl)}/websites/${website.id}/google`)
      page.searchParams.set('google', problem ?? 'connected')
      return redirect(reply, page.href)
    },
  ),
]

/** Returns the reason why a website isn't connected, or null. */
async function finish(
  { website, verifier }: GoogleAttempt,
  code: string,
  request: FastifyRequest,
  deps: Deps,
): Promise<GoogleProblemCode | null> {
  const { google } = deps
  try {
    const client = await usableClient(deps)
    const { client_id, refresh_token } = await redeemCode(google, client, {
      code,
      verifier,
      callback: callbackOf(request, deps),
    })
    await withSecret(() => connect(website, { kind: 'oauth', client_id, refresh_token }, deps))
    return null
  } catch (error) {
    if (!(error instanceof GoogleRefused)) throw error
    deps.log.warn({ id: request.id, website, err: error }, 'Google refused a connection')
    return error.problem.code
  }
}

/** Throws a 403 for a state that isn't of this reader, is too old, or was used before. */
async function takeAttempt(state: string | null, reader: Reader, { db, googleAttempts }: Deps): Promise<GoogleAttempt> {
  const attempt = state === null ? undefined : googleAttempts.open(state)
  if (!attempt || !isSignedIn(reader) || !canWrite(reader) || attempt.author !== idOf(reader)) throw wrongState()
  // Kept for a day, and an attempt for less.
  const used = {
    request_hash: `google ${createHash('sha256')
      .update(state ?? '')
      .digest('base64url')}`,
  }
  const isFirst = await insertFinishedWrite(db, {
    ...used,
    content_hash: '',
    status: 302,
    location: null,
    object_id: String(attempt.website),
  })
  if (!isFirst) throw wrongState()
  return attempt
}

const wrongState = () =>
  notAllowed('This isn’t an attempt of yours that can go on. Open the website, and connect Google again.')

const idOf = (reader: Reader) => (isSignedIn(reader) ? authorOf(reader).author_id : '')

async function editableWebsite(id: number | null, reader: Reader, { db }: Deps): Promise<WebsiteRecord> {
  const website = id !== null && (await canReach(db, scopeOf(reader), 'websites', id)) && (await findWebsite(db, id))
  if (!website) throw notFound()
  if (!(await canReach(db, scopeOf(reader, 'edit'), 'websites', website.id)))
    throw notAllowed('You can look at this, and not change it.')
  return website
}

async function usableClient(deps: Deps) {
  const client = await findOAuthClient(deps)
  if (client) return client
  throw new Problem('conflict', 'An owner must enter the server’s OAuth client at Google first.')
}

const callbackOf = (request: FastifyRequest, { publicUrl }: Pick<Deps, 'publicUrl'>) =>
  `${originOf(request, publicUrl)}${path}/callback`

async function clientOf(reader: Reader, request: FastifyRequest, deps: Deps): Promise<GoogleClient> {
  const record = await findGoogleClient(deps.db)
  const isShown = isOwner(reader) && isSignedIn(reader) && canWrite(reader)
  return {
    client_id: isShown ? (record?.client_id ?? null) : null,
    has_client_secret: record !== undefined,
    callback_url: callbackOf(request, deps),
    about_testing: aboutTesting,
  }
}

const redirect = (reply: FastifyReply, url: string) =>
  reply.code(302).header('Location', url).header('Cache-Control', 'no-store').send()
