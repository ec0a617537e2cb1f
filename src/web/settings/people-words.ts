import { invitationDays, type PersonState } from '#contract/access/people.ts'
import { counted } from '#contract/format/numbers.ts'
import type { TeamRole } from '#contract/service-info.ts'

/** The page of the browsers in which the person is signed in. */
export const sessionsWords = {
  title: 'Sessions',
  lead: 'Browsers where you’re signed in. A session ends after 30 days without use.',
  list: 'Sessions',
  current: 'This browser',
  unknown: 'Unknown browser',
  on: (browser: string, system: string) => `${browser} on ${system}`,
  lastUsed: 'last used',
  signedIn: 'signed in',
  signOut: 'Sign out',
  signOutOf: (device: string) => `Sign out of ${device}`,
  signedOut: (device: string) => `Signed out of ${device}`,
  others: 'Sign out everywhere else',
  othersDone: 'Signed out everywhere else',
  dialog: {
    title: 'Sign out everywhere else?',
    text: 'All other browsers have to sign in again. This one stays signed in.',
    cancel: 'Cancel',
  },
  none: 'You’re signed in with a key, so this browser has no session.',
  noneTitle: 'No sessions',
  noneText: 'You’re signed in with a service key, which belongs to no person.',
}

/** What each role means. */
export const teamRoleHints = {
  owner: 'Sees and changes everything, and manages people.',
  member: 'Sees what you choose, and can change it where you let them.',
  guest: 'A client’s contact: only views what you choose, and never sees other clients.',
} satisfies Record<TeamRole, string>

/** The field for what a person or a key can see. */
export const grantsFieldWords = {
  label: 'Can see',
  placeholders: { all: 'Everything, client or website', website: 'Add client or website', client: 'Add client' },
  options: 'Clients and websites',
  everything: 'Everything',
  everythingHint: 'All clients and websites',
  client: 'Client',
  website: 'Website',
  rightTo: (name: string) => `Access to ${name}`,
  remove: (name: string) => `Remove ${name}`,
  none: (search: string) => `No clients or websites match “${search}”`,
  noneLeft: 'No other clients or websites',
  empty: 'They see nothing yet.',
  missing: 'Choose at least one client or website.',
  chosen: 'Chosen clients and websites',
}

/** The search and the filters of the people. */
export const peopleFilterWords = {
  search: 'Name or email',
  role: 'Role',
  anyRole: 'Any',
  noneTitle: 'No people match',
  noneText: 'Change the search or the filters.',
}

/** The page of everybody who can sign in. */
export const peopleWords = {
  title: 'People',
  lead: 'Everyone who can sign in, and what they can see.',
  notAvailable: 'You can’t manage people here',
  notAvailableText: 'You need to be an owner, on a server with accounts.',
  list: 'People',
  count: (count: number) => counted(count, 'person', 'people'),
  columns: {
    person: 'Name',
    email: 'Email',
    role: 'Role',
    grants: 'Can see',
    seen: 'Last seen',
    state: 'State',
    actions: 'Actions',
  },
  you: 'You',
  never: 'Never',
  states: { active: 'Active', suspended: 'Suspended' } satisfies Record<PersonState, string>,
  actionsFor: (name: string) => `Actions for ${name}`,
  edit: 'Edit',
  passwordLink: 'Create password link',
  suspend: 'Suspend',
  activate: 'Activate',
  remove: 'Remove',
  cancel: 'Cancel',
  invite: 'Invite person',
  invitations: 'Pending invitations',
  invitedBy: (name: string) => `invited by ${name}`,
  expires: 'expires',
  revoke: 'Revoke',
  revokeThis: (name: string) => `Revoke the invitation of ${name}`,
  revoked: (name: string) => `Invitation of ${name} revoked`,
  links: {
    title: (count: number) => (count === 1 ? '1 share link still works' : `${count} share links still work`),
    text: 'Anyone who has them can open them. You can revoke them here.',
    revoke: 'Revoke',
    revokeThis: (name: string) => `Revoke the share link “${name}”`,
    revoked: (name: string) => `Share link “${name}” revoked`,
  },
  form: {
    title: 'Invite a person',
    text: 'You get a link to send them. They choose their own password.',
    emailHint: 'Optional. If this server can send email, we also email the link.',
    submit: 'Create invitation',
    lost: 'The invitation was created, but we lost the connection before we could show its link. Revoke it and create another.',
  },
  link: {
    title: (name: string) => `Send this link to ${name}`,
    invitation: `You won’t see it again. It works once, for ${invitationDays} days, and lets them create their account.`,
    mailed: (email: string) => `We’ve also emailed it to ${email}.`,
    password: 'You won’t see it again. It works once, for 10 minutes, and lets them choose a new password.',
    copy: 'Copy link',
    copied: 'Copied',
    done: 'Done',
  },
  editing: { title: (name: string) => `Edit ${name}`, submit: 'Save', saved: 'Changes saved' },
  suspending: {
    title: (name: string) => `Suspend ${name}?`,
    text: 'They’re signed out everywhere within a second, and their keys stop working until an owner activates them again.',
    done: (name: string) => `${name} suspended`,
  },
  activating: {
    title: (name: string) => `Activate ${name}?`,
    text: 'They can sign in again, and their keys work again.',
    done: (name: string) => `${name} activated`,
  },
  linking: {
    title: (name: string) => `Create a password link for ${name}?`,
    text: 'For someone who forgot their password. Their current one works until they use the link.',
  },
  removing: {
    title: (name: string) => `Remove ${name}?`,
    text: 'They’re signed out everywhere and their keys are revoked. Activity keeps their name. You can’t undo this.',
    heir: 'Who takes over',
    heirHint: 'They get this person’s schedules, alerts, private views and assigned issues.',
    nobody: 'There’s no one to take over their schedules, alerts, views and issues. Invite someone first.',
    submit: 'Remove person',
    done: (name: string) => `${name} removed`,
  },
  own: 'This is you: you’ll be signed out.',
}
