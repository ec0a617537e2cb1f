import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import * as z from 'zod'
import { type SignInProblem, SignInStart } from '#contract/access/sign-in.ts'
import { InvitedStartForm } from '#contract/forms/sign-in-forms.ts'
import type { QueryParam } from '#contract/lists/query-params.ts'
import { described } from '#contract/openapi/parameters.ts'
import { itemOf, namedBody } from '#contract/openapi/schemas.ts'
import type { Reader } from '#service/access/policy.ts'
import { type Attempt, attemptMs, type Attempts, type Purpose } from '#service/oidc/attempts.ts'
import { type Claims, type ProviderClient, SignInFailed } from '#service/oidc/client.ts'
import { enter, link } from '#service/oidc/enter.ts'
import { findPerson } from '#service/store/access/people.ts'
import { findProvider, type ProviderRecord, recordTest } from '#service/store/access/providers.ts'
import { holdActivePerson, holdSession } from '#service/store/access/sessions.ts'
import type { Store } from '#service/store/database.ts'
import { auditedPerson, auditedProvider, type AuditRecorder } from '../audit-recorder.ts'
import type { Identify } from '../identify.ts'
import type { RequestLimits } from '../limits.ts'
import { notFound } from '../problem.ts'
import { isSameOrigin, originOf } from '../request.ts'
import { limited, routeUsing } from '../route.ts'
import { callbackOf } from './sign-in-providers.ts'
import { signIn } from './sign-in.ts'

type Deps = {
  db: Store['db']
  log: Logger
  audit: AuditRecorder
  identify: Identify
  limits: RequestLimits
  publicUrl: string | null
  attempts: Attempts<Attempt>
  providerClient: ProviderClient
}

const route = routeUsing<Deps>()
const attemptCookie = 'seo_sign_in'
const tag = 'Without a key'
const goesOn = { description: 'The browser goes on.', headers: ['Location', 'Set-Cookie'] } as const

const path: QueryParam<string | null> = {
  schema: z
    .string()
    .max(500)
    .regex(/^\/(?![/\\])[^\\\p{Cc}]*$/u),
  fallback: null,
  allowed: 'a path of the dashboard',
}
const answer: QueryParam<string | null> = {
  schema: z.string().regex(/^\P{Cc}*$/u),
  fallback: null,
  allowed: 'text without control characters',
}

/** The pages between which a browser goes to sign in by a provider. A failure leads back to a page that explains it. */
export const providerSignInRoutes = [
  route(
    {
      method: 'GET',
      path: '/sign-in/{id}/start',
      access: 'without a key',
      id: 'startSignIn',
      summary: 'Go to a provider to sign in',
      description:
        'In the browser of a signed-in person, it links the provider to their account. An owner tests a provider this way.',
      tag,
      async find({ params: { id }, request }, deps) {
        // A page of another origin can't have a person link what they didn't want to.
        const reader = isSameOrigin(request, deps.publicUrl) ? await deps.identify.browserSession(request) : undefined
        return { provider: await openProvider(id, isOwner(reader), deps), purpose: purposeOf(reader) }
      },
      query: described({ to: path }, { to: 'The page of the dashboard to open afterwards.' }),
      responses: { 303: goesOn },
      errors: [...limited, 404, 422],
    },
    async ({ found: { provider, purpose }, query: { to }, request, reply }, deps) => {
      const next = to ?? (purpose.kind === 'link' ? '/settings' : '/')
      return redirect(reply, await begin(provider, { purpose, next }, request, reply, deps))
    },
  ),

  route(
    {
      method: 'POST',
      path: '/api/v1/sign-in/providers/{id}/start',
      access: 'without a key',
      sameOrigin: 'named',
      id: 'startInvitedSignIn',
      summary: 'Accept an invitation with a provider',
      description: 'Returns the page of the provider, where the browser goes on.',
      tag,
      find: ({ params: { id } }, deps) => openProvider(id, false, deps),
      form: namedBody('InvitedStart', InvitedStartForm),
      example: { token: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' },
      responses: {
        200: {
          description: 'Where to go on.',
          schema: itemOf('SignInStartItem', SignInStart, 200),
          headers: ['Set-Cookie'],
        },
      },
      errors: [...limited, 403, 404, 413, 415, 422],
    },
    async ({ found: provider, form: { token }, request, reply }, deps) => {
      const target = { purpose: { kind: 'invitation', token }, next: '/' } as const
      return { data: { url: await begin(provider, target, request, reply, deps) }, status: 200 }
    },
  ),

  route(
    {
      method: 'GET',
      path: '/sign-in/{id}/callback',
      access: {
        // Who started an attempt was counted then. Many people can come back to one network at once.
        async open(request, _, { attempts, limits }) {
          const attempt = attempts.open(request.cookies[attemptCookie])
          await (attempt ? limits.countUnlocked(request) : limits.countKeyless(request))
          return { attempt }
        },
      },
      id: 'finishSignIn',
      summary: 'Come back from a provider',
      tag,
      find: ({ params: { id } }, deps) => openProvider(id, true, deps),
      query: described(
        { code: answer, state: answer, error: answer },
        {
          code: 'What the provider sends if the person is signed in there.',
          state: 'The attempt that it belongs to.',
          error: 'What the provider sends otherwise.',
        },
      ),
      responses: { 303: goesOn },
      errors: [...limited, 404, 422],
    },
    async ({ attempt, found: { id }, search, request, reply }, deps) => {
      setAttempt(request, reply, deps, null)
      try {
        if (attempt?.provider !== id) throw new SignInFailed('expired')
        await finish(attempt, search, request, reply, deps)
        return redirect(reply, pageFor(id, attempt, null, request, deps))
      } catch (error) {
        return redirect(reply, await explain(error, id, attempt, request, deps))
      }
    },
  ),
]

const purposeOf = (reader: Reader | undefined): Purpose =>
  reader?.kind === 'session' ? { kind: 'link', session: reader.session, person: reader.person.id } : { kind: 'sign_in' }

const isOwner = (reader: Reader | undefined) => reader?.kind === 'session' && reader.person.team_role === 'owner'

/** Owners can also open a provider that isn't enabled yet, to test it. */
async function openProvider(id: number, canTest: boolean, { db }: Deps): Promise<ProviderRecord> {
  const provider = await findProvider(db, id)
  if (!provider || (provider.enabled === 0 && !canTest)) throw notFound()
  return provider
}

/** Starts an attempt. Returns the URL to open: the provider's page, or ours that explains why not. */
async function begin(
  provider: ProviderRecord,
  target: Pick<Attempt, 'purpose' | 'next'>,
  request: FastifyRequest,
  reply: FastifyReply,
  deps: Deps,
): Promise<string> {
  const secret = () => randomBytes(32).toString('base64url')
  const begun = {
    ...target,
    state: secret(),
    nonce: secret(),
    verifier: secret(),
    provider: provider.id,
    version: provider.updated_at,
    callback: callbackOf(provider.id, originOf(request, deps.publicUrl)),
    started: Date.now(),
  }
  try {
    const url = await deps.providerClient.begin(provider, begun)
    setAttempt(request, reply, deps, deps.attempts.seal(begun))
    return url.href
  } catch (error) {
    return explain(error, provider.id, begun, request, deps)
  }
}

/** Signs in, or links. */
async function finish(
  attempt: Attempt,
  answer: URLSearchParams,
  request: FastifyRequest,
  reply: FastifyReply,
  deps: Deps,
): Promise<void> {
  const { purpose, provider: id } = attempt
  if (purpose.kind === 'link') await requireSession(purpose, request, deps)
  const provider = await findProvider(deps.db, id)
  if (!provider) throw new SignInFailed('settings_changed')
  const claims = await deps.providerClient.finish(provider, attempt, answer)
  if (purpose.kind === 'link') await linkIdentity(attempt, purpose, claims, request, deps)
  else await signInBy(provider, claims, purpose, request, reply, deps)
}

type LinkPurpose = Extract<Purpose, { kind: 'link' }>

/** The session may have ended meanwhile, or another person signed in to the browser. */
async function requireSession({ session }: LinkPurpose, request: FastifyRequest, { identify }: Deps): Promise<void> {
  const reader = await identify.browserSession(request)
  if (reader?.kind !== 'session' || reader.session !== session) throw new SignInFailed('signed_out')
  request.reader = reader
}

async function linkIdentity(
  { version, provider: id }: Attempt,
  { person, session }: LinkPurpose,
  claims: Claims,
  request: FastifyRequest,
  { db, audit }: Deps,
): Promise<void> {
  const provider = await db.transaction().execute(async (tx) => {
    const at = new Date().toISOString()
    if (!(await holdActivePerson(tx, person)) || !(await holdSession(tx, session, at)))
      throw new SignInFailed('signed_out')
    const current = await findProvider(tx, id)
    const isTest = (await findPerson(tx, person))?.team_role === 'owner'
    if (!current || current.updated_at !== version || (current.enabled === 0 && !isTest))
      throw new SignInFailed('settings_changed')
    await link(tx, current, claims, person)
    if (isTest && !(await recordTest(tx, id, version, at))) throw new SignInFailed('settings_changed')
    return current
  })
  await audit.record(request, { action: 'identity_linked', object: auditedProvider(provider) })
}

async function signInBy(
  { id }: ProviderRecord,
  claims: Claims,
  purpose: Exclude<Purpose, LinkPurpose>,
  request: FastifyRequest,
  reply: FastifyReply,
  deps: Deps,
): Promise<void> {
  const { db, audit } = deps
  const { person, isNew, provider } = await db.transaction().execute(async (tx) => {
    // It may have been disabled or restricted while the person was at the provider.
    const current = await findProvider(tx, id)
    if (current?.enabled !== 1) throw new SignInFailed('settings_changed')
    return { ...(await enter(tx, current, claims, purpose)), provider: current }
  })
  await signIn(person, request, reply, deps)
  const object = auditedPerson(person)
  if (isNew) await audit.record(request, { action: 'account_created', object, detail: provider.name })
  await audit.record(request, { action: 'sign_in', object, detail: provider.name })
}

/** Logs a failure. Returns the URL of the page that explains it. */
async function explain(
  error: unknown,
  id: number,
  attempt: Pick<Attempt, 'purpose' | 'next'> | undefined,
  request: FastifyRequest,
  deps: Deps,
): Promise<string> {
  if (!(error instanceof SignInFailed)) throw error
  const { message: reason, problem } = error
  deps.log.warn({ id: request.id, provider: id, problem, reason }, 'sign-in by provider failed')
  if (guesses.has(problem)) await deps.limits.countFailure(request)
  return pageFor(id, attempt, problem, request, deps)
}

/**
 * Returns the URL of the page that goes on with what became of an attempt: where a person linked a provider, or the
 * sign-in page, which learns who signed in.
 */
function pageFor(
  id: number,
  attempt: Pick<Attempt, 'purpose' | 'next'> | undefined,
  problem: SignInProblem | null,
  request: FastifyRequest,
  { publicUrl }: Deps,
): string {
  const isLink = attempt?.purpose.kind === 'link'
  const page = new URL(originOf(request, publicUrl) + (isLink ? attempt.next : '/sign-in'))
  if (problem !== null) page.searchParams.set('problem', problem)
  page.searchParams.set('provider', String(id))
  if (attempt && !isLink && attempt.next !== '/') page.searchParams.set('to', attempt.next)
  return page.href
}

/** What someone can try again and again with other values. */
const guesses: ReadonlySet<SignInProblem> = new Set(['expired', 'invitation_expired'])

const redirect = (reply: FastifyReply, url: string) =>
  reply.code(303).header('Location', url).header('Cache-Control', 'no-store').send()

/** `value` is null to delete it. */
function setAttempt(request: FastifyRequest, reply: FastifyReply, { publicUrl }: Deps, value: string | null) {
  const { pathname, protocol } = new URL(`${originOf(request, publicUrl)}/sign-in`)
  reply.setCookie(attemptCookie, value ?? '', {
    maxAge: value === null ? 0 : attemptMs / 1_000,
    path: pathname,
    httpOnly: true,
    sameSite: 'lax',
    secure: protocol === 'https:',
  })
}
