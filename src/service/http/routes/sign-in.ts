import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Transaction } from 'kysely'
import type * as z from 'zod'
import { AccountOffer, Me } from '#contract/access/people.ts'
import {
  AccountForm,
  AccountOfferForm,
  NewPasswordForm,
  PasswordResetForm,
  SessionForm,
} from '#contract/forms/people-forms.ts'
import { orList } from '#contract/lists/query-params.ts'
import { Done, itemOf, namedBody } from '#contract/openapi/schemas.ts'
import { createAccount, findOffer, isCommonPassword, signInByPassword, startSession } from '#service/access/accounts.ts'
import { createTokenLink, hashSecret, redeemToken } from '#service/access/keys.ts'
import type { TryPassword } from '#service/access/password-tries.ts'
import { hashPassword } from '#service/access/passwords.ts'
import { hasToken } from '#service/store/access/api-keys.ts'
import { findRights } from '#service/store/access/grants.ts'
import {
  changePerson,
  findPerson,
  findPersonByEmail,
  listActiveOwners,
  type PersonRecord,
} from '#service/store/access/people.ts'
import { hasPasswords, listEnabledProviders } from '#service/store/access/providers.ts'
import { endSessions } from '#service/store/access/sessions.ts'
import type { Store } from '#service/store/database.ts'
import type { Schema } from '#service/store/schema.ts'
import { auditedPerson, type AuditRecorder } from '../audit-recorder.ts'
import { refuseFields } from '../body.ts'
import { recordWrite } from '../idempotency.ts'
import { type Identify, sessionCookie } from '../identify.ts'
import { networkOf, type RequestLimits } from '../limits.ts'
import { passwordLinkMail, type SendMessage } from '../messages.ts'
import { notFound, Problem, passwordNotTried } from '../problem.ts'
import { originOf } from '../request.ts'
import { meOf } from '../responses/me.ts'
import { keyed, limited, routeUsing } from '../route.ts'

type Deps = {
  db: Store['db']
  audit: AuditRecorder
  identify: Identify
  limits: RequestLimits
  publicUrl: string | null
  tryPassword: TryPassword
  sendMessage: SendMessage
  hasBrowser: boolean
  canMail: boolean
}

const route = routeUsing<Deps>()

const signsIn = [...limited, 401, 403, 413, 415, 422] as const
const signedIn = { headers: ['Set-Cookie'] } as const
const exampleToken = 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'

/** Signing in and out, and what leads to it: accounts and new passwords. */
export const signInRoutes = [
  route(
    {
      method: 'POST',
      path: '/api/v1/session',
      access: 'without a key',
      sameOrigin: 'named',
      id: 'createSession',
      summary: 'Sign in',
      description: 'With an email and a password, or with the token of a one-time link. Sets a cookie.',
      form: namedBody('NewSession', SessionForm),
      example: { token: exampleToken },
      responses: { 204: { description: 'This browser is signed in.', ...signedIn } },
      errors: signsIn,
    },
    async ({ form, request, reply }, deps) => {
      const { token } = form
      if (token === undefined) await requirePasswords(deps.db)
      const person = await (token === undefined ? byPassword(form, request, deps) : byToken(token, request, deps))
      await signIn(person, request, reply, deps)
      await deps.audit.record(request, { action: 'sign_in', object: auditedPerson(person) })
      return reply.send()
    },
  ),

  route(
    {
      method: 'DELETE',
      path: '/api/v1/session',
      access: 'with or without a key',
      id: 'deleteSession',
      summary: 'Sign out',
      responses: { 200: { description: 'This browser is signed out.', schema: Done, ...signedIn } },
      errors: [...keyed, 403],
    },
    async ({ reader, request, reply }, { db, audit, identify, publicUrl }) => {
      if (reader.kind === 'session') {
        await endSessions(db, reader.person.id, { only: reader.session })
        identify.emptyCache()
        await audit.record(request, { action: 'sign_out', object: auditedPerson(reader.person) })
      }
      setSessionCookie(request, reply, publicUrl, null)
      return { status: 200 }
    },
  ),

  route(
    {
      method: 'POST',
      path: '/api/v1/account',
      access: 'without a key',
      sameOrigin: 'named',
      id: 'createAccount',
      adds: true,
      summary: 'Create an account',
      description:
        'Takes the token of the link that the service prints until it has an owner, or of an invitation. An invitation’s name and email are the defaults. Signs in.',
      form: namedBody('NewAccount', AccountForm),
      example: { token: exampleToken, name: 'Dana', email: 'dana@agency.example', password: 'lamp otter rain' },
      responses: { 201: { description: 'The new account.', schema: itemOf('NewMeItem', Me, 201), ...signedIn } },
      errors: [...signsIn, 409],
      repeat: 'withheld',
    },
    async ({ form, request, reply }, deps) => {
      const { db, audit, limits } = deps
      await requirePasswords(db)
      await refuseCommon(AccountForm, form.password)
      const passwordHash = await hashPassword(form.password)
      const { name, email, token } = form
      const created = await db.transaction().execute(async (tx) => {
        const account = await createAccount(tx, { token, name, email, passwordHash })
        if (account === 'no name') throw refuseFields(AccountForm, [{ field: 'name', code: 'required' }])
        if (account === 'no email') throw refuseFields(AccountForm, [{ field: 'email', code: 'required' }])
        if (account === 'taken') throw refuseFields(AccountForm, [{ field: 'email', code: 'taken' }])
        if (account !== 'expired') await recordWrite(tx, request, { status: 201, id: account })
        return account
      })
      if (created === 'expired') {
        await limits.countFailure(request)
        throw refuseFields(AccountForm, [{ field: 'token', code: 'expired' }])
      }
      const person = await findPerson(db, created)
      if (!person) throw notFound()
      await signIn(person, request, reply, deps)
      await audit.record(request, { action: 'account_created', object: auditedPerson(person) })
      return { data: await meOf(request.reader, deps), status: 201 }
    },
  ),

  route(
    {
      method: 'POST',
      path: '/api/v1/account/offer',
      access: 'without a key',
      sameOrigin: 'named',
      id: 'showAccountOffer',
      summary: 'Read the name and the email of an invitation',
      description: 'Takes the token of a link to create an account, which still works afterwards.',
      form: namedBody('AccountOfferToken', AccountOfferForm),
      example: { token: exampleToken },
      responses: {
        200: { description: 'The name and the email.', schema: itemOf('AccountOfferItem', AccountOffer, 200) },
      },
      errors: [...limited, 403, 413, 415, 422],
    },
    async ({ form: { token }, request }, { db, limits }) => {
      const data = await findOffer(db, token)
      if (data) return { data, status: 200 }
      await limits.countFailure(request)
      throw refuseFields(AccountOfferForm, [{ field: 'token', code: 'expired' }])
    },
  ),

  route(
    {
      method: 'POST',
      path: '/api/v1/password-resets',
      access: 'without a key',
      sameOrigin: 'named',
      id: 'requestPasswordReset',
      summary: 'Ask for a link to choose a new password',
      description:
        'Sends a mail if a person has this email and the service can send mail. The response is the same if not.',
      form: namedBody('PasswordReset', PasswordResetForm),
      example: { email: 'dana@agency.example' },
      responses: { 202: { description: 'The request is accepted.' } },
      errors: [...limited, 403, 413, 415, 422],
    },
    async ({ form: { email }, request, reply }, deps) => {
      const { db, canMail, limits, publicUrl, sendMessage } = deps
      const isAllowed = await limits.allowsPasswordMail(email)
      if (canMail && isAllowed && (await hasPasswords(db)))
        sendMessage(async () => {
          const person = await findPersonByEmail(db, email)
          if (person?.state !== 'active') return undefined
          const link = await createTokenLink(db, originOf(request, publicUrl), 'password', person.id)
          return { to: person.email, ...passwordLinkMail(person.name, link) }
        })
      return reply.send()
    },
  ),

  route(
    {
      method: 'POST',
      path: '/api/v1/password-resets/{token}',
      access: 'without a key',
      sameOrigin: 'named',
      id: 'resetPassword',
      summary: 'Choose a new password',
      description: 'With the token of a link for that. Ends all sessions of the person, and signs in.',
      async find({ params: { token }, request }, { db, limits }) {
        if (await hasToken(db, hashSecret(token), 'password', new Date().toISOString())) return
        await limits.countFailure(request)
        throw notFound()
      },
      form: namedBody('NewPassword', NewPasswordForm),
      example: { password: 'lamp otter rain' },
      responses: { 204: { description: 'The password is changed, and this browser signed in.', ...signedIn } },
      errors: [...signsIn, 404],
    },
    async ({ params: { token }, form: { password }, request, reply }, deps) => {
      const { db, audit, identify } = deps
      await requirePasswords(db)
      await refuseCommon(NewPasswordForm, password)
      const password_hash = await hashPassword(password)
      const person = await db.transaction().execute(async (tx) => {
        const owner = await redeemToken(tx, token, 'password')
        if (owner) await setPassword(tx, owner.id, password_hash, null)
        return owner
      })
      if (!person) throw notFound()
      identify.emptyCache()
      await signIn(person, request, reply, deps)
      await audit.record(request, { action: 'password_changed', object: auditedPerson(person) })
      return reply.send()
    },
  ),
]

async function byToken(token: string, request: FastifyRequest, { db, limits }: Deps): Promise<PersonRecord> {
  const person = await db.transaction().execute((tx) => redeemToken(tx, token, 'sign_in'))
  if (person) return person
  await limits.countFailure(request)
  throw refuseFields(SessionForm, [{ field: 'token', code: 'expired' }])
}

async function byPassword(
  { email = '', password = '' }: { email?: string | undefined; password?: string | undefined },
  request: FastifyRequest,
  { db, audit, tryPassword }: Deps,
): Promise<PersonRecord> {
  const found = await signInByPassword(db, tryPassword, { email, password, network: networkOf(request) })
  if (found === 'wrong') {
    const known = await findPersonByEmail(db, email)
    await audit.record(request, { action: 'sign_in_failed', ...(known && { object: auditedPerson(known) }) })
    throw new Problem('wrong_credentials', wrongCredentials)
  }
  if ('because' in found) throw passwordNotTried(found)
  return found
}

export const wrongCredentials = 'Wrong email or password.'

/** Starts a session, and makes it the reader of the request, whom the activity names. */
export async function signIn(
  { id, name, team_role }: PersonRecord,
  request: FastifyRequest,
  reply: FastifyReply,
  { db, publicUrl }: Pick<Deps, 'db' | 'publicUrl'>,
): Promise<void> {
  const browser = { device: request.headers['user-agent'] ?? '', address: request.ip }
  const session = await startSession(db, id, browser)
  const person = { id, name, team_role }
  request.reader = { kind: 'session', session: session.id, person, rights: await findRights(db, person) }
  setSessionCookie(request, reply, publicUrl, session.cookie)
  reply.header('Cache-Control', 'no-store')
}

/** In seconds. The longest that browsers keep a cookie: the session ends before, if it isn't used. */
const cookieSeconds = 400 * 86_400

/** `cookie` is null to delete it. */
function setSessionCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  publicUrl: string | null,
  cookie: string | null,
) {
  reply.setCookie(sessionCookie, cookie ?? '', {
    maxAge: cookie === null ? 0 : cookieSeconds,
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: originOf(request, publicUrl).startsWith('https:'),
  })
}

/** Throws a 403 if passwords are off. A team without an owner gets one anyway. */
export async function requirePasswords(db: Store['db']): Promise<void> {
  if ((await hasPasswords(db)) || (await listActiveOwners(db)).length === 0) return
  const names = (await listEnabledProviders(db)).map(({ name }) => name)
  throw new Problem('passwords_off', `Passwords are off. Sign in with ${orList(names)}, or with a link of an owner.`)
}

/** Throws a 422 for one of the most common passwords. */
export async function refuseCommon(form: z.ZodType, password: string): Promise<void> {
  if (await isCommonPassword(password)) throw refuseFields(form, [{ field: 'password', code: 'too_common' }])
}

/** Sets a password, and ends the sessions that the old one may have started, except for `session`. */
export async function setPassword(tx: Transaction<Schema>, id: number, password_hash: string, session: number | null) {
  await changePerson(tx, id, { password_hash })
  await endSessions(tx, id, { except: session })
}
