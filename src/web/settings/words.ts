import { type AuditAction, type AuditActorKind, auditDays } from '#contract/access/audit.ts'
import { counted } from '#contract/format/numbers.ts'
import type { KeyRole } from '#contract/service-info.ts'

/** The links to the pages of the settings. */
export const settingsNavWords = {
  label: 'Settings',
  personal: 'Personal',
  account: 'Your account',
  sessions: 'Sessions',
  appearance: 'Appearance',
  shortcuts: 'Shortcuts',
  team: 'Team',
  people: 'People',
  signIn: 'Sign-in',
  google: 'Google',
  clients: 'Clients',
  keys: 'Keys',
  brand: 'Brand',
  trackers: 'Trackers',
  activity: 'Activity',
  checks: 'Checks',
  links: 'Share links',
  views: 'Views',
}

/** The first page of the settings: the person's account, or their key, and the server. */
export const settingsWords = {
  title: 'Your account',
  serviceKey: 'You’re signed in with a service key. It belongs to no person, so there’s no account to change here.',
  profile: { title: 'Profile', email: 'Email', emailHint: 'Owners can change it in People.', saved: 'Account saved' },
  password: {
    title: 'Password',
    text: 'Changing it signs you out in all other browsers.',
    none: 'You sign in without a password. Set one to have another way in.',
    change: 'Change password',
    set: 'Set password',
    setDone: 'Password set',
    cancel: 'Cancel',
    done: 'Password changed',
  },
  browser: { title: 'This browser', as: 'Signed in as' },
  key: {
    title: 'Your API key',
    name: 'Name',
    role: 'Access',
    id: 'ID',
    remember: 'Remember this key in this browser',
    rememberHint: 'Stay signed in until you sign out. Otherwise, you’re signed out when you close the browser.',
    unknown: 'This key works, but the server doesn’t say who it belongs to.',
    signOut: 'Sign out',
  },
  signOut: {
    title: 'Sign out?',
    failed: 'You’re still signed in.',
    text: 'You’ll be signed out in every tab, and unsaved changes will be lost.',
    revoke: 'Also revoke the key',
    revokeHint: 'The key stops working everywhere, including other browsers and scripts.',
    confirm: 'Sign out',
    cancel: 'Stay signed in',
    lastTitle: 'Revoke the last full-access key?',
    last: 'No one will be able to make changes or create keys here. To get a new key, someone will have to run “npm run sign-in” on the server.',
    lastConfirm: 'Revoke and sign out',
  },
  server: { address: 'Server', version: 'Version' },
}

export const appearanceWords = {
  title: 'Appearance',
  lead: 'Saved in this browser only.',
  scheme: 'Theme',
  schemes: { system: 'System', light: 'Light', dark: 'Dark' },
  density: 'Row height',
  densities: { comfortable: 'Comfortable', compact: 'Compact' },
}

export const shortcutsPageWords = {
  title: 'Shortcuts',
  keyboard: 'Keyboard',
  single: 'Single-key shortcuts',
  singleHint: 'Turn these off if you use voice control or trigger them by accident. Saved in this browser only.',
}

/** The card of servers in the settings of a static build. */
export const serversWords = {
  title: 'Servers',
  lead: 'Each server has its own key, saved views, columns and drafts in this browser. Nothing is shared between servers.',
  current: 'Current',
  signedOut: 'Signed out',
  signedIn: 'Signed in',
  use: 'Switch',
  useThis: (name: string) => `Switch to ${name}`,
  signOut: 'Sign out',
  signOutOf: (name: string) => `Sign out of ${name}`,
  remove: 'Remove',
  removeThis: (name: string) => `Remove ${name}`,
  rename: 'Rename',
  renameThis: (name: string) => `Rename ${name}`,
  renameTitle: 'Rename server',
  name: 'Name',
  save: 'Save',
  cancel: 'Cancel',
  add: 'Sign in to another server',
  confirmRemove: (name: string) => `Remove ${name}?`,
  removeText:
    'This removes its key, saved views, columns, recent reports, drafts and pending deletions from this browser. Nothing changes on the server.',
}

export const notAvailableWords = { toSettings: 'Go to settings' }

/** The issue trackers that a finding can be sent to. */
export const trackerWords = {
  title: 'Issue trackers',
  text: 'Each finding of a report can open a new issue here, filled in. Nothing is sent until you create the issue. Saved in this browser only.',
  hint: {
    jira: 'The URL of your Jira, with the IDs of a project and an issue type.',
    github: 'The URL of a repository.',
    linear: 'The URL of a team.',
  },
  example: {
    jira: 'https://acme.atlassian.net?pid=10000&issuetype=10001',
    github: 'https://github.com/acme/website',
    linear: 'https://linear.app/acme/team/SEO',
  },
  wrong: {
    jira: 'Enter a URL with pid and issuetype, such as https://acme.atlassian.net?pid=10000&issuetype=10001.',
    github: 'Enter the URL of a repository, such as https://github.com/acme/website.',
    linear: 'Enter the URL of a team, such as https://linear.app/acme/team/SEO.',
  },
}

/** The actions of the audit log. */
export const actionWords: Record<AuditAction, string> = {
  report_created: 'Analysed a page',
  report_deleted: 'Deleted a report',
  reports_deleted: 'Deleted reports',
  report_restored: 'Restored a report',
  reports_restored: 'Restored reports',
  website_created: 'Added a website',
  website_changed: 'Changed a website’s privacy',
  identity_changed: 'Changed a website’s identity',
  search_connected: 'Connected a website to Google',
  search_changed: 'Changed a website’s Search Console property',
  search_disconnected: 'Disconnected a website from Google',
  search_imported: 'Imported a Search Console export',
  search_failed: 'Couldn’t pull a website’s figures from Google',
  website_deleted: 'Deleted a website',
  website_restored: 'Restored a website',
  website_assigned: 'Changed a website’s client',
  website_unlocked: 'Unlocked a website with its password',
  website_unlock_failed: 'Entered a wrong password for a website',
  view_created: 'Saved a view',
  view_changed: 'Changed a view',
  view_deleted: 'Deleted a view',
  views_ordered: 'Reordered views',
  waiver_created: 'Waived an issue',
  waiver_removed: 'Removed a waiver',
  finding_changed: 'Changed a finding’s status or owner',
  pages_changed: 'Changed the states of pages by a crawl',
  pages_removed: 'Removed pages as gone',
  pages_restored: 'Put pages back',
  link_created: 'Created a share link',
  link_revoked: 'Revoked a share link',
  link_opened: 'Opened a share link',
  link_checked: 'Checked a page again through a share link',
  link_unlocked: 'Unlocked a share link with its password',
  link_unlock_failed: 'Entered a wrong password for a share link',
  job_created: 'Started a job',
  job_cancelled: 'Cancelled a job',
  schedule_created: 'Created a schedule',
  schedule_changed: 'Changed a schedule',
  schedule_deleted: 'Deleted a schedule',
  alert_rule_created: 'Set alerts on a view',
  alert_rule_changed: 'Changed the alerts of a view',
  alert_rule_deleted: 'Removed the alerts of a view',
  alert_test_sent: 'Sent a test alert',
  key_created: 'Created an API key',
  key_renamed: 'Renamed their API key',
  key_revoked: 'Revoked an API key',
  brand_changed: 'Changed the brand of client reports',
  client_created: 'Added a client',
  client_changed: 'Changed a client',
  client_deleted: 'Deleted a client',
  client_brand_changed: 'Changed the brand of a client',
  introduction_changed: 'Changed the introduction of a client report',
  sign_in: 'Signed in',
  sign_in_failed: 'Entered a wrong password',
  sign_out: 'Signed out',
  sessions_ended: 'Ended sessions',
  account_created: 'Created an account',
  account_changed: 'Changed their account',
  password_changed: 'Changed their password',
  password_link_created: 'Created a link to choose a password',
  invitation_created: 'Invited a person',
  invitation_revoked: 'Revoked an invitation',
  person_changed: 'Changed a person',
  person_removed: 'Removed a person',
  provider_created: 'Added a sign-in provider',
  provider_changed: 'Changed a sign-in provider',
  google_client_changed: 'Changed the server’s Google OAuth client',
  provider_deleted: 'Deleted a sign-in provider',
  passwords_changed: 'Turned passwords on or off',
  identity_linked: 'Linked a sign-in provider',
  identity_removed: 'Removed a way to sign in',
  sign_in_link_created: 'Created a one-time sign-in link',
}

const entries = (count: number) => counted(count, 'entry', 'entries')

/** The page of the audit log. */
export const activityWords = {
  title: 'Activity',
  lead: `Who did what, and when. Entries are kept for ${auditDays} days.`,
  notAvailable: 'Activity isn’t available',
  notAvailableText: 'You need a full-access key, and a server that records activity.',
  emptyTitle: 'No matching activity',
  emptyText: 'Try different filters or dates.',
  filters: 'Filters',
  action: 'Action',
  anyAction: 'All actions',
  actor: 'Person or key',
  anyActor: 'Everyone',
  actors: { visitor: 'Visitors (no key)', command: 'Server commands' } satisfies Record<
    Exclude<AuditActorKind, 'key' | 'person'>,
    string
  >,
  unknownKey: (id: string) => `Key ${id}`,
  from: 'From',
  to: 'To',
  utc: 'Dates are in UTC.',
  clear: 'Clear filters',
  restore: 'Restore',
  export: 'Export CSV',
  exporting: 'Exporting…',
  entries,
  exported: (count: number) => `Exported ${entries(count)}.`,
  columns: { at: 'Time', actor: 'By', action: 'Action', object: 'Item' },
  visitor: 'Visitor',
  command: 'Server command',
  reports: (count: number) => counted(count, 'report'),
  /** After a name, as in "Dana · key abcd1234". */
  ofKey: (id: string) => `key ${id}`,
  analysedPages: (count: number) => `Analysed ${counted(count, 'page')}`,
  pages: (count: number) => counted(count, 'page'),
}

/** The page of API keys and its dialogs. */
export const keysWords = {
  title: 'API keys',
  lead: 'Keys let scripts use the API, and let you sign in from a dashboard on another server.',
  notAvailable: 'You can’t manage keys here',
  notAvailableText: 'You need full access, on a server that manages keys through the API.',
  create: 'Create key',
  list: 'Keys',
  empty: 'No keys yet',
  emptyText: 'To use the API in a script, create a key.',
  current: 'This key',
  of: (name: string) => `Key of ${name}`,
  serviceKey: 'Service key',
  sees: (grants: string) => `can see ${grants.toLowerCase()}`,
  states: { active: 'Active', expired: 'Expired', revoked: 'Revoked' },
  created: 'created',
  lastUsed: 'last used',
  neverUsed: 'never used',
  expires: 'expires',
  expired: 'expired',
  noExpiry: 'no expiry',
  revokedOn: 'revoked',
  revoke: 'Revoke',
  revokeThis: (name: string) => `Revoke key “${name}”`,
  form: {
    title: 'Create API key',
    roleHint: {
      read: 'Can view all reports and websites. Can’t change anything.',
      full: 'Can analyse pages, delete reports, change privacy and manage keys.',
    } satisfies Record<KeyRole, string>,
    kind: 'Kind of key',
    kinds: { own: 'My key', service: 'Service key' },
    clients: 'Limit to clients',
    clientsHint: 'Leave blank for everything that you can see.',
    empty: 'The key sees nothing yet.',
    submit: 'Create key',
    cancel: 'Cancel',
    lostKey: (name: string) =>
      `The key “${name}” was created, but we lost the connection before we could show it. It can’t be shown again. Revoke it and create another.`,
  },
  shown: {
    title: 'Copy your key now',
    text: 'You won’t see it again. Treat it like a password: anyone who has it can use it.',
    label: (name: string) => `Key “${name}”`,
    copy: 'Copy key',
    copied: 'Copied',
    done: 'Done',
  },
  dialog: {
    title: (name: string) => `Revoke “${name}”?`,
    text: 'Anyone using this key loses access straight away. You can’t undo this.',
    own: 'This is the key you’re signed in with. You’ll be signed out.',
    confirm: 'Revoke key',
    cancel: 'Cancel',
    done: (name: string) => `Key “${name}” revoked`,
    lastTitle: 'Revoke the last full-access key?',
    last: 'No one will be able to make changes or create keys here. To get a new key, someone will have to run “npm run key” on the server.',
    lastConfirm: 'Revoke last key',
  },
}

export const roleWords = { full: 'Full access', read: 'Read-only' } satisfies Record<KeyRole, string>

const apple = typeof navigator !== 'undefined' && /Mac|iP(hone|ad|od)/.test(navigator.platform)

/** The keyboard shortcuts, for their dialog and for the settings. */
export const shortcutWords = {
  title: 'Keyboard shortcuts',
  close: 'Close',
  off: 'Single-key shortcuts are off. Turn them on in Settings.',
  always: [
    { keys: apple ? ['⌘', 'K'] : ['Ctrl', 'K'], does: 'Open command menu' },
    { keys: ['↑', '↓'], does: 'Move between rows, within a list' },
  ],
  own: [
    { keys: ['o'], does: 'Go to the overview' },
    { keys: ['a'], does: 'Go to alerts' },
  ],
  single: [
    { keys: ['w'], does: 'Go to websites' },
    { keys: ['r'], does: 'Go to reports' },
    { keys: ['/'], does: 'Search this page’s list' },
    { keys: ['f'], does: 'Filter this page’s list' },
    { keys: ['j'], does: 'Next row of the list, or next report' },
    { keys: ['k'], does: 'Previous row of the list, or previous report' },
    { keys: ['x'], does: 'Select the row' },
    { keys: ['?'], does: 'Show keyboard shortcuts' },
  ],
}
