import {
  everything,
  type Grant,
  type Invitation,
  type ListedPerson,
  type Me,
  type Person,
  type Session,
} from '#contract/access/people.ts'
import type { TeamRole } from '#contract/service-info.ts'
import type { PersonRecord } from '#service/store/access/people.ts'
import type { InvitationRecord, SessionRecord } from '#service/store/access/sessions.ts'

/** `grants` are those stored, of which owners need none. */
export function presentPerson(person: PersonRecord, grants: readonly Grant[]): Person {
  const { id, name, email, time_zone, team_role, state, created_at, last_seen_at } = person
  return { id, name, email, time_zone, team_role, state, grants: grantsOf(team_role, grants), created_at, last_seen_at }
}

/** A person to whom an issue can be assigned, for readers who can't manage people; nothing for a suspended one. */
export const presentAssignable = ({ id, name, state }: PersonRecord): ListedPerson[] =>
  state === 'active' ? [{ id, name }] : []

export function presentOwnAccount(person: PersonRecord): NonNullable<Me['person']> {
  const { grants: _, ...shown } = presentPerson(person, [])
  return { ...shown, mail_assigned: person.mail_assigned === 1 }
}

/** `currentId` is the ID of the session that sends the request. */
export function presentSession(
  { id, device, address, created_at, last_used_at }: SessionRecord,
  currentId: number | null,
): Session {
  return { id, device, address, created_at, last_used_at, current: id === currentId }
}

export function presentInvitation(
  { token_hash: _, ...invitation }: InvitationRecord,
  grants: readonly Grant[],
): Invitation {
  return { ...invitation, grants: grantsOf(invitation.team_role, grants) }
}

const grantsOf = (role: TeamRole, grants: readonly Grant[]): Grant[] => (role === 'owner' ? [everything] : [...grants])
