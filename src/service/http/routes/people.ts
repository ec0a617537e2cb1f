import type * as z from 'zod'
import {
  type Grant,
  Invitation,
  invitationDays,
  ListedPerson,
  NewInvitation,
  PasswordLink,
  Person,
} from '#contract/access/people.ts'
import { InvitationForm, PersonForm } from '#contract/forms/people-forms.ts'
import { wholeNumber } from '#contract/lists/query-params.ts'
import { described } from '#contract/openapi/parameters.ts'
import { deletionOf, itemOf, namedBody, wholeListOf } from '#contract/openapi/schemas.ts'
import type { TeamRole } from '#contract/service-info.ts'
import { maxId } from '#contract/values.ts'
import { createTokenLink, daysAfter, hashSecret, newToken } from '#service/access/keys.ts'
import { isGuest, isOwner, personIdOf, type Reader, refusalOf, scopeOf } from '#service/access/policy.ts'
import { presentAssignable, presentInvitation, presentPerson } from '#service/present/people.ts'
import { grantsByHolder, listGrants, setGrants, targetsExist } from '#service/store/access/grants.ts'
import {
  changePerson,
  deletePerson,
  findPerson,
  holdPeople,
  listActiveOwners,
  listPeople,
  type PersonRecord,
  findPersonByEmail,
} from '#service/store/access/people.ts'
import { deleteInvitation, endSessions, insertInvitation, listInvitations } from '#service/store/access/sessions.ts'
import type { Store } from '#service/store/database.ts'
import { auditedInvitation, auditedPerson, type AuditRecorder } from '../audit-recorder.ts'
import { refuseFields } from '../body.ts'
import { recordWrite } from '../idempotency.ts'
import { type Identify, writeWithKey } from '../identify.ts'
import { invitationMail, type SendMessage } from '../messages.ts'
import { notFound, unprocessable } from '../problem.ts'
import { originOf, senderOf } from '../request.ts'
import { keyed, keyedForm, keyedFull, keyedWrite, routeUsing } from '../route.ts'
import { requirePasswords } from './sign-in.ts'

type Deps = {
  db: Store['db']
  audit: AuditRecorder
  identify: Identify
  publicUrl: string | null
  sendMessage: SendMessage
  canMail: boolean
}

const route = routeUsing<Deps>()

/** Owners see all grants, others their own. */
const grantsFor = async (db: Store['db'], reader: Reader, { id }: PersonRecord): Promise<Grant[]> =>
  isOwner(reader) || personIdOf(reader) === id ? listGrants(db, { person_id: id }) : []

const knownTo = (reader: Reader) => ({
  scope: scopeOf(reader),
  guestId: isGuest(reader) ? personIdOf(reader) : null,
})

const findsPerson = async ({ params: { id } }: { params: { id: number } }, { db }: Deps): Promise<PersonRecord> => {
  const person = await findPerson(db, id)
  if (!person) throw notFound()
  return person
}

/** The people who can sign in, and invitations. */
export const peopleRoutes = [
  route(
    {
      method: 'GET',
      path: '/api/v1/people',
      access: 'list people',
      id: 'listPeople',
      summary: 'List people',
      description:
        'Everyone with all that is known for owners. Members see names of the team, and of the guests of what they can see; guests see themself alone.',
      responses: { 200: { description: 'People by name.', schema: wholeListOf('PersonList', ListedPerson) } },
      errors: keyed,
    },
    async ({ reader }, { db }) => {
      const people = await listPeople(db, knownTo(reader))
      if (refusalOf(reader, 'manage people')) return { data: people.flatMap(presentAssignable), status: 200 }
      const grants = await grantsByHolder<number>(db, 'person_id')
      const data = people.map((person) => presentPerson(person, grants.get(person.id) ?? []))
      return { data, status: 200 }
    },
  ),

  route(
    {
      method: 'GET',
      path: '/api/v1/people/invitations',
      access: 'manage people',
      id: 'listInvitations',
      summary: 'List invitations',
      responses: {
        200: {
          description: 'Those that can still be used, newest first.',
          schema: wholeListOf('InvitationList', Invitation),
        },
      },
      errors: keyedFull,
    },
    async (_, { db }) => {
      const invitations = await listInvitations(db, new Date().toISOString())
      const grants = await grantsByHolder<number>(db, 'invitation_id')
      const data = invitations.map((invitation) => presentInvitation(invitation, grants.get(invitation.id) ?? []))
      return { data, status: 200 }
    },
  ),

  route(
    {
      method: 'POST',
      path: '/api/v1/people/invitations',
      access: 'manage people',
      id: 'createInvitation',
      adds: true,
      summary: 'Invite a person',
      description: `The link works once, for ${invitationDays} days. It is also mailed, if there are an email and a mail server.`,
      form: namedBody('InvitationForm', InvitationForm),
      repeatable: { lines: ['grants'] },
      example: { name: 'Kim' },
      responses: {
        201: {
          description: 'The invitation. Its link is only returned here.',
          schema: itemOf('NewInvitationItem', NewInvitation, 201),
        },
      },
      errors: [...keyedForm, 409],
      repeat: 'withheld',
    },
    async ({ form: { name, email = null, team_role, grants = [] }, request, reply }, deps) => {
      const { db, audit, publicUrl, canMail, sendMessage } = deps
      await refuseGrants(db, InvitationForm, team_role, grants)
      if (email !== null && (await findPersonByEmail(db, email)))
        throw refuseFields(InvitationForm, [{ field: 'email', code: 'taken' }])
      const token = newToken()
      const by = senderOf(request).author_name
      const now = new Date()
      const invitation = await writeWithKey(db, request, async (tx) => {
        const created = await insertInvitation(tx, {
          token_hash: hashSecret(token),
          name,
          email,
          team_role,
          invited_by: by,
          created_at: now.toISOString(),
          expires_at: daysAfter(now.getTime(), invitationDays),
        })
        await setGrants(tx, { invitation_id: created.id }, team_role === 'owner' ? [] : grants)
        await recordWrite(tx, request, { status: 201, id: created.id })
        return created
      })
      const url = `${originOf(request, publicUrl)}/account#token=${token}`
      const mailed = canMail && email !== null
      if (mailed) sendMessage(async () => ({ to: email, ...invitationMail(name, by, url) }))
      await audit.record(request, {
        action: 'invitation_created',
        object: auditedInvitation(invitation),
        detail: team_role,
      })
      reply.header('Cache-Control', 'no-store')
      return { data: { ...presentInvitation(invitation, grants), url, mailed }, status: 201 }
    },
  ),

  route(
    {
      method: 'DELETE',
      path: '/api/v1/people/invitations/{id}',
      access: 'manage people',
      id: 'revokeInvitation',
      summary: 'Revoke an invitation',
      responses: { 200: { description: 'Revoked.', schema: deletionOf('InvitationDeletion', 'invitation') } },
      errors: [...keyedWrite, 404],
    },
    async ({ params: { id }, request }, { db, audit }) => {
      const invitation = await deleteInvitation(db, id)
      if (!invitation) throw notFound()
      await audit.record(request, { action: 'invitation_revoked', object: auditedInvitation(invitation) })
      return { id, object: 'invitation', deleted: true, status: 200 }
    },
  ),

  route(
    {
      method: 'GET',
      path: '/api/v1/people/{id}',
      access: 'list people',
      id: 'showPerson',
      summary: 'Get a person',
      responses: { 200: { description: 'The person.', schema: itemOf('ListedPersonItem', ListedPerson, 200) } },
      errors: [...keyed, 404],
    },
    async ({ params: { id }, reader }, { db }) => {
      const person = (await listPeople(db, knownTo(reader))).find((one) => one.id === id)
      const isWhole = id === personIdOf(reader) || refusalOf(reader, 'manage people') === undefined
      const [named] = person ? presentAssignable(person) : []
      const shown = person && isWhole ? presentPerson(person, await listGrants(db, { person_id: id })) : named
      if (!shown) throw notFound()
      return { data: shown, status: 200 }
    },
  ),

  route(
    {
      method: 'PUT',
      path: '/api/v1/people/{id}',
      access: 'manage people',
      id: 'changePerson',
      summary: 'Change a person',
      description:
        'Absent fields stay. A suspended person is signed out everywhere, and their keys stop working. `grants` replace those of before; owners have none but everything.',
      find: findsPerson,
      form: namedBody('PersonChange', PersonForm),
      repeatable: { lines: ['grants'] },
      example: { name: 'Kim' },
      responses: { 200: { description: 'The changed person.', schema: itemOf('PersonItem', Person, 200) } },
      errors: [...keyedForm, 404],
    },
    async ({ found: { id, team_role: roleBefore }, form: { grants, ...form }, reader, request }, deps) => {
      const { db, audit, identify } = deps
      const change = Object.fromEntries(Object.entries(form).filter(([, value]) => value !== undefined))
      const role = form.team_role ?? roleBefore
      const granted = role === 'owner' ? [] : (grants ?? (await listGrants(db, { person_id: id })))
      await refuseGrants(db, PersonForm, role, granted)
      await db.transaction().execute(async (tx) => {
        await holdPeople(tx)
        if (!(await changePerson(tx, id, change))) throw refuseFields(PersonForm, [{ field: 'email', code: 'taken' }])
        if ((await listActiveOwners(tx)).length === 0)
          throw refuseFields(PersonForm, [
            { field: form.state === undefined ? 'team_role' : 'state', code: 'not_allowed' },
          ])
        if (form.state === 'suspended') await endSessions(tx, id)
        if (grants || role !== roleBefore) await setGrants(tx, { person_id: id }, granted)
      })
      identify.emptyCache()
      const person = await findPerson(db, id)
      if (!person) throw notFound()
      await audit.record(request, {
        action: 'person_changed',
        object: auditedPerson(person),
        detail: [...Object.keys(change), ...(grants ? ['grants'] : [])].join(', '),
      })
      return { data: presentPerson(person, await grantsFor(db, reader, person)), status: 200 }
    },
  ),

  route(
    {
      method: 'POST',
      path: '/api/v1/people/{id}/password-link',
      access: 'manage people',
      id: 'createPasswordLink',
      summary: 'Create a link with which a person chooses a new password',
      find: findsPerson,
      responses: {
        201: {
          description: 'The link. It is only returned here.',
          schema: itemOf('PasswordLinkItem', PasswordLink, 201),
        },
      },
      errors: [...keyedForm, 404],
    },
    async ({ found: person, request, reply }, { db, audit, publicUrl }) => {
      await requirePasswords(db)
      const url = await writeWithKey(db, request, (tx) =>
        createTokenLink(tx, originOf(request, publicUrl), 'password', person.id),
      )
      await audit.record(request, { action: 'password_link_created', object: auditedPerson(person) })
      reply.header('Cache-Control', 'no-store')
      return { data: { url }, status: 201 }
    },
  ),

  route(
    {
      method: 'DELETE',
      path: '/api/v1/people/{id}',
      access: 'manage people',
      id: 'removePerson',
      summary: 'Remove a person',
      description:
        'Their schedules and alert rules go on in the name of `hand_over_to`. Their keys are revoked, and alerts are no longer mailed to them. The activity keeps their name.',
      find: findsPerson,
      query: described(
        { hand_over_to: wholeNumber(maxId, null) },
        { hand_over_to: 'The ID of the person who takes over. Required.' },
      ),
      responses: { 200: { description: 'Removed.', schema: deletionOf('PersonDeletion', 'person') } },
      errors: [...keyedWrite, 404, 422],
    },
    async ({ found: person, query: { hand_over_to }, request }, { db, audit, identify }) => {
      const { id } = person
      await db.transaction().execute(async (tx) => {
        await holdPeople(tx)
        const heir = hand_over_to === null || hand_over_to === id ? undefined : await findPerson(tx, hand_over_to)
        if (heir?.state !== 'active') throw needsHeir(hand_over_to === null)
        await deletePerson(tx, id, heir, new Date().toISOString())
        if ((await listActiveOwners(tx)).length === 0)
          throw refuseFields(PersonForm, [{ field: 'state', code: 'not_allowed' }])
      })
      identify.emptyCache()
      await audit.record(request, { action: 'person_removed', object: auditedPerson(person) })
      return { id, object: 'person', deleted: true, status: 200 }
    },
  ),
]

/** Throws a 422 for grants that a person of a role can't have, or of what doesn't exist. */
export async function refuseGrants(db: Store['db'], form: z.ZodType, role: TeamRole, grants: readonly Grant[]) {
  const canHave = role !== 'guest' || grants.every(({ right, scope }) => right === 'view' && scope !== 'all')
  if (!canHave) throw refuseFields(form, [{ field: 'grants', code: 'not_allowed' }])
  if (!(await targetsExist(db, grants))) throw refuseFields(form, [{ field: 'grants', code: 'not_found' }])
}

const needsHeir = (isMissing: boolean) =>
  unprocessable([
    {
      field: 'hand_over_to',
      code: isMissing ? 'required' : 'not_found',
      sentence: 'hand_over_to must be the ID of another person who is active, and who takes over.',
    },
  ])
