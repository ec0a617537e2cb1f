import * as z from 'zod'
import { KeyInfo, teamRoles } from '../service-info.ts'
import { Id, Timestamp } from '../values.ts'

export const personStates = ['active', 'suspended'] as const
export type PersonState = (typeof personStates)[number]

/** In Unicode code points. */
export const maxPersonName = 100
/** RFC 5321, 4.5.3.1.3. */
export const maxEmail = 254
export const minPassword = 10
export const maxPassword = 128
/** Days after which an invitation can no longer be used. */
export const invitationDays = 7
/** Days without use after which a browser is signed out. */
export const sessionDays = 30

export const rights = ['edit', 'view'] as const
export type Right = (typeof rights)[number]
export const grantScopes = ['all', 'client', 'website'] as const

export const Grant = z
  .object({
    right: z.enum(rights),
    scope: z.enum(grantScopes),
    client_id: Id.nullable(),
    website_id: Id.nullable(),
  })
  .meta({ id: 'Grant', description: 'What a person or a key can see or edit: everything, a client or a website.' })
export type Grant = z.infer<typeof Grant>

/** What an owner can do. */
export const everything: Grant = { right: 'edit', scope: 'all', client_id: null, website_id: null }

export const Person = z
  .object({
    id: Id,
    name: z.string(),
    email: z.string(),
    time_zone: z.string().nullable(),
    team_role: z.enum(teamRoles),
    state: z.enum(personStates),
    grants: z.array(Grant),
    created_at: Timestamp,
    last_seen_at: Timestamp.nullable(),
  })
  .meta({
    id: 'Person',
    description: 'Someone who can sign in. `last_seen_at` is accurate to a minute; null before the first sign-in.',
  })
export type Person = z.infer<typeof Person>

export const ListedPerson = Person.partial().required({ id: true, name: true }).meta({
  id: 'ListedPerson',
  description: 'A person. Readers who can’t manage people get the ID and the name.',
})
export type ListedPerson = z.infer<typeof ListedPerson>

export const Me = z
  .object({
    person: Person.extend({ mail_assigned: z.boolean() }).omit({ grants: true }).nullable(),
    key: KeyInfo.nullable(),
    team_role: z.enum(teamRoles).nullable(),
    grants: z.array(Grant),
    features: z.array(z.string()),
  })
  .meta({
    id: 'Me',
    description:
      'Who sent the request: a person, with a session or with a key of theirs, or a service key, which is no person’s. `team_role` is null for a service key.',
  })
export type Me = z.infer<typeof Me>

export const Session = z
  .object({
    id: Id,
    device: z.string(),
    address: z.string(),
    created_at: Timestamp,
    last_used_at: Timestamp,
    current: z.boolean(),
  })
  .meta({
    id: 'Session',
    description:
      'A browser in which a person is signed in. `device` is what it calls itself, `address` where it signed in.',
  })
export type Session = z.infer<typeof Session>

export const Invitation = z
  .object({
    id: Id,
    name: z.string(),
    email: z.string().nullable(),
    team_role: z.enum(teamRoles),
    grants: z.array(Grant),
    invited_by: z.string().nullable(),
    created_at: Timestamp,
    expires_at: Timestamp,
  })
  .meta({ id: 'Invitation', description: 'An invitation that wasn’t used yet.' })
export type Invitation = z.infer<typeof Invitation>

/** What a link to create an account offers. */
export const AccountOffer = z.object({ name: z.string().nullable(), email: z.string().nullable() }).meta({
  id: 'AccountOffer',
  description: 'The name and the email of an invitation. Null for the first account.',
})
export type AccountOffer = z.infer<typeof AccountOffer>

export const NewInvitation = Invitation.extend({ url: z.url(), mailed: z.boolean() }).meta({
  id: 'NewInvitation',
  description: 'The only response that contains the link. `mailed` says if it was also sent by mail.',
})
export type NewInvitation = z.infer<typeof NewInvitation>

export const PasswordLink = z.object({ url: z.url() }).meta({
  id: 'PasswordLink',
  description: 'A link with which a person chooses a new password, once.',
})
