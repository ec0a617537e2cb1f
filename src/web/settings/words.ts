import type { KeyRole } from '#contract/service-info.ts'

/** The settings page. */
export const settingsWords = {
  title: 'Settings',
  lead: 'Saved in this browser only.',
  key: {
    title: 'Your API key',
    name: 'Name',
    role: 'Access',
    id: 'ID',
    remember: 'Remember this key in this browser',
    rememberHint: 'Stay signed in until you sign out. Otherwise, you’re signed out when you close the browser.',
    roles: { full: 'Full access', read: 'Read-only' } satisfies Record<KeyRole, string>,
    unknown: 'This key works, but the server doesn’t say who it belongs to.',
    signOut: 'Sign out',
  },
  signOut: {
    title: 'Sign out?',
    text: 'You’ll be signed out in every tab, and unsaved changes will be lost.',
    revoke: 'Also revoke the key',
    revokeHint: 'The key stops working everywhere, including other browsers and scripts.',
    confirm: 'Sign out',
    cancel: 'Stay signed in',
    lastTitle: 'Revoke the last full-access key?',
    last: 'No one will be able to make changes or create keys here. To get a new key, someone will have to run “npm run sign-in” on the server.',
    lastConfirm: 'Revoke and sign out',
  },
  appearance: {
    title: 'Appearance',
    scheme: 'Theme',
    schemes: { system: 'System', light: 'Light', dark: 'Dark' },
    density: 'Row height',
    densities: { comfortable: 'Comfortable', compact: 'Compact' },
  },
  keyboard: {
    title: 'Keyboard',
    shortcuts: 'Single-key shortcuts',
    shortcutsHint: 'Turn these off if you use voice control or trigger them by accident.',
  },
  toKeys: 'API keys: create and revoke keys',
  toActivity: 'Activity: who did what, and when',
  toLinks: 'Share links: manage links and see visits',
  toChecks: 'Checks: what each report looks at',
  server: { address: 'Server', version: 'Version' },
}

/** The card of servers in the settings of a static build. */
export const serversWords = {
  title: 'Servers',
  lead: 'Each server has its own key, saved views, columns and drafts in this browser. Nothing is shared between servers.',
  current: 'Current',
  inUse: (name: string) => `Current server: ${name}`,
  signedOut: 'Signed out',
  roles: { full: 'Full access', read: 'Read-only' } satisfies Record<KeyRole, string>,
  signedIn: 'Signed in',
  use: 'Switch',
  useThis: (name: string) => `Switch to ${name}`,
  signOut: 'Sign out',
  signOutOf: (name: string) => `Sign out of ${name}`,
  forget: 'Remove',
  forgetThis: (name: string) => `Remove ${name}`,
  rename: 'Rename',
  renameThis: (name: string) => `Rename ${name}`,
  renameTitle: 'Rename server',
  name: 'Name',
  save: 'Save',
  cancel: 'Cancel',
  add: 'Sign in to another server',
  confirmForget: (name: string) => `Remove ${name}?`,
  forgetText:
    'This removes its key, saved views, columns, recent reports, drafts and pending deletions from this browser. Nothing changes on the server.',
}

export const notAvailableWords = { toSettings: 'Go to settings' }
