import type { Kysely } from 'kysely'
import { Me, Session } from '#contract/access/people.ts'
import { OwnIdentity, passwordIdentity } from '#contract/access/sign-in.ts'
import { MeForm, OwnPasswordForm } from '#contract/forms/people-forms.ts'
import { Done, itemOf, namedBody, wholeListOf } from '#contract/openapi/schemas.ts'
import type { TryPassword } from '#service/access/password-tries.ts'
import { hashPassword, verifyPassword } from '#service/access/passwords.ts'
import { personIdOf, type Reader } from '#service/access/policy.ts'
import { presentSession } from '#service/present/people.ts'
import { ownPassword, presentIdentity } from '#service/present/sign-in.ts'
import { changePerson, findPerson, holdPeople } from '#service/store/access/people.ts'
import { deleteIdentity, hasPasswords, listIdentities } from '#service/store/access/providers.ts'
import { endSessions, listSessions } from '#service/store/access/sessions.ts'
import type { Store } from '#service/store/database.ts'
import type { Schema } from '#service/store/schema.ts'
import { auditedPerson, type AuditRecorder } from '../audit-recorder.ts'
import { refuseFields } from '../body.ts'
import { type Identify, writeWithKey } from '../identify.ts'
import { networkOf } from '../limits.ts'
import { notAllowed, notFound, passwordNotTried, Problem } from '../problem.ts'
import { meOf } from '../responses/me.ts'
import { keyed, keyedForm, keyedWrite, routeUsing } from '../route.ts'
import { refuseCommon, requirePasswords, setPassword } from './sign-in.ts'

type Deps = {
  db: Store['db']
  audit: AuditRecorder
  identify: Identify
  tryPassword: TryPassword
  hasBrowser: boolean
  canMail: boolean
}

const route = routeUsing<Deps>()

/** One's own account: name, password and sessions. */
export const meRoutes = [
  route(
    {
      method: 'GET',
      path: '/api/v1/me',
      access: 'read own account',
      id: 'showMe',
      summary: 'Get who sends this request',
      responses: { 200: { description: 'The person or the key.', schema: itemOf('MeItem', Me, 200) } },
      errors: keyed,
    },
    async ({ reader }, deps) => ({ data: await meOf(reader, deps), status: 200 }),
  ),

  route(
    {
      method: 'PUT',
      path: '/api/v1/me',
      access: 'change own account',
      id: 'changeMe',
      summary: 'Change one’s own account',
      description: 'Absent fields stay.',
      form: namedBody('MeChange', MeForm),
      example: { name: 'Dana' },
      responses: { 200: { description: 'The changed account.', schema: itemOf('MeItem', Me, 200) } },
      errors: keyedForm,
    },
    async ({ form: { mail_assigned, name, time_zone }, reader, request }, deps) => {
      const { db, audit, identify } = deps
      const id = ownId(reader)
      const change = {
        ...(name !== undefined && { name }),
        ...(time_zone !== undefined && { time_zone }),
        ...(mail_assigned !== undefined && { mail_assigned: Number(mail_assigned) }),
      }
      await writeWithKey(db, request, async (tx) => changePerson(tx, id, change))
      identify.emptyCache()
      const person = await findPerson(db, id)
      if (person) await audit.record(request, { action: 'account_changed', object: auditedPerson(person) })
      return { data: await meOf(reader, deps), status: 200 }
    },
  ),

  route(
    {
      method: 'PUT',
      path: '/api/v1/me/password',
      access: 'change own account',
      id: 'changeOwnPassword',
      summary: 'Change one’s own password',
      description: 'Ends the other sessions of the person. `current_password` is needed if there is one.',
      form: namedBody('OwnPassword', OwnPasswordForm),
      example: { current_password: 'correct horse battery', password: 'lamp otter rain' },
      responses: { 200: { description: 'The password is changed.', schema: Done } },
      errors: keyedForm,
    },
    async ({ form: { current_password = '', password }, reader, request }, deps) => {
      const { db, audit, identify, tryPassword } = deps
      const person = await findPerson(db, ownId(reader))
      if (!person) throw notFound()
      await requirePasswords(db)
      if (person.password_hash !== null) {
        const place = { lock: `own-password ${person.id}`, network: networkOf(request) }
        const tried = await tryPassword(current_password, person.password_hash, [place])
        if (typeof tried === 'object') throw passwordNotTried(tried)
        // A repeat of a change whose response was lost.
        if (tried === 'wrong' && (await verifyPassword(password, person.password_hash))) return { status: 200 }
        if (tried === 'wrong')
          throw refuseFields(OwnPasswordForm, [{ field: 'current_password', code: 'wrong_password' }])
      }
      await refuseCommon(OwnPasswordForm, password)
      const password_hash = await hashPassword(password)
      const session = reader.kind === 'session' ? reader.session : null
      await writeWithKey(db, request, (tx) => setPassword(tx, person.id, password_hash, session))
      identify.emptyCache()
      await audit.record(request, { action: 'password_changed', object: auditedPerson(person) })
      return { status: 200 }
    },
  ),

  route(
    {
      method: 'GET',
      path: '/api/v1/me/sessions',
      access: 'read own account',
      id: 'listSessions',
      summary: 'List one’s own sessions',
      responses: { 200: { description: 'The latest used first.', schema: wholeListOf('SessionList', Session) } },
      errors: keyed,
    },
    async ({ reader }, { db }) => {
      const id = personIdOf(reader)
      const sessions = id === null ? [] : await listSessions(db, id, new Date().toISOString())
      const current = reader.kind === 'session' ? reader.session : null
      return { data: sessions.map((session) => presentSession(session, current)), status: 200 }
    },
  ),

  route(
    {
      method: 'DELETE',
      path: '/api/v1/me/sessions',
      access: 'change own account',
      id: 'endOtherSessions',
      summary: 'End one’s other sessions',
      responses: { 200: { description: 'Only this browser is signed in.', schema: Done } },
      errors: keyedWrite,
    },
    async ({ reader, request }, { db, audit, identify }) => {
      const id = ownId(reader)
      await endSessions(db, id, { except: reader.kind === 'session' ? reader.session : null })
      identify.emptyCache()
      await audit.record(request, { action: 'sessions_ended' })
      return { status: 200 }
    },
  ),

  route(
    {
      method: 'DELETE',
      path: '/api/v1/me/sessions/{id}',
      access: 'change own account',
      id: 'endSession',
      summary: 'End one of one’s own sessions',
      responses: { 200: { description: 'The browser is signed out.', schema: Done } },
      errors: [...keyedWrite, 404],
    },
    async ({ params: { id }, reader, request }, { db, audit, identify }) => {
      const ended = await endSessions(db, ownId(reader), { only: id })
      if (ended === 0) throw notFound()
      identify.emptyCache()
      await audit.record(request, { action: 'sessions_ended' })
      return { status: 200 }
    },
  ),

  route(
    {
      method: 'GET',
      path: '/api/v1/me/identities',
      access: 'read own account',
      id: 'listOwnIdentities',
      summary: 'List one’s own ways to sign in',
      responses: {
        200: { description: 'The password, then providers.', schema: wholeListOf('OwnIdentityList', OwnIdentity) },
      },
      errors: keyed,
    },
    async ({ reader }, { db }) => {
      const id = personIdOf(reader)
      return { data: id === null ? [] : (await waysInOf(db, id)).map(({ shown }) => shown), status: 200 }
    },
  ),

  route(
    {
      method: 'DELETE',
      path: '/api/v1/me/identities/{identity}',
      access: 'change own account',
      id: 'removeOwnIdentity',
      summary: 'Remove one of one’s own ways to sign in',
      description: 'The ID is that of the list: `password` for the password. The last way that works stays.',
      responses: { 200: { description: 'It no longer signs in.', schema: Done } },
      errors: [...keyedWrite, 404, 409],
    },
    async ({ params: { identity }, reader, request }, { db, audit, identify }) => {
      const person = ownId(reader)
      const removed = await writeWithKey(db, request, async (tx) => {
        await holdPeople(tx)
        const ways = await waysInOf(tx, person)
        const way = ways.find(({ shown }) => String(shown.id) === identity)
        if (!way) throw notFound()
        if (!ways.some((other) => other !== way && other.works)) throw new Problem('last_way_in', lastWay)
        if (way.shown.id === passwordIdentity) await changePerson(tx, person, { password_hash: null })
        else await deleteIdentity(tx, way.shown.id)
        return way.shown
      })
      identify.emptyCache()
      const detail = removed.provider?.name ?? 'password'
      await audit.record(request, { action: 'identity_removed', detail })
      return { status: 200 }
    },
  ),
]

const lastWay = 'This is your last way to sign in. Add another one first.'

/** Returns the ways in of a person, and whether each works now. */
async function waysInOf(db: Kysely<Schema>, id: number) {
  const person = await findPerson(db, id)
  const password = { shown: ownPassword, works: await hasPasswords(db) }
  const identities = await listIdentities(db, id)
  return [
    ...(person && person.password_hash !== null ? [password] : []),
    ...identities.map((identity) => ({ shown: presentIdentity(identity), works: identity.enabled === 1 })),
  ]
}

/** Returns the ID of the person who sends a request. Throws a 403 for a service key. */
function ownId(reader: Reader): number {
  const id = personIdOf(reader)
  if (id === null) throw notAllowed('A service key has no account.')
  return id
}
