import type { KeyRole } from '#contract/service-info.ts'

/** The settings page. */
export const settingsWords = {
  title: 'Settings',
  lead: 'Kept in this browser only.',
  key: {
    title: 'Your key',
    name: 'Name',
    role: 'Role',
    id: 'Id',
    remember: 'Remember this key in this browser',
    rememberHint: 'Until you sign out. Else it is forgotten when the browser is closed.',
    roles: { full: 'Full: may read and write', read: 'Read: may only read' } satisfies Record<KeyRole, string>,
    unknown: 'This server does not say whose key it is. It accepts it.',
    signOut: 'Sign out',
  },
  signOut: {
    title: 'Sign out of every tab?',
    text: 'This browser forgets the key. Anything you haven’t saved is lost.',
    revoke: 'Also revoke the key',
    revokeHint: 'It then stops working everywhere, also in other browsers and scripts.',
    confirm: 'Sign out',
    cancel: 'Stay signed in',
    lastTitle: 'Revoke the last full-access key?',
    last: 'Nobody can then change anything or create keys here. A new key can only be created on the server, with “npm run sign-in”.',
    lastConfirm: 'Revoke and sign out',
  },
  appearance: {
    title: 'Look',
    scheme: 'Colour scheme',
    schemes: { system: 'As the system', light: 'Light', dark: 'Dark' },
    density: 'Rows',
    densities: { comfortable: 'Comfortable', compact: 'Compact' },
  },
  keyboard: {
    title: 'Keyboard',
    shortcuts: 'Single-letter shortcuts',
    shortcutsHint: 'Turn them off if you use speech input, or press letters by accident.',
  },
  toKeys: 'API keys: who has one, make and revoke them',
  toActivity: 'Activity: who did what, and when',
  toLinks: 'Shared links: what opens without a key, and how often it was opened',
  toChecks: 'What reports look at: all checks, and how they are judged',
  server: { address: 'Server', version: 'Version' },
}

/** The card of servers in the settings of a static build. */
export const serversWords = {
  title: 'Servers',
  lead: 'Each has its own key, saved views, columns and drafts in this browser. Nothing goes from one to another.',
  current: 'In use',
  inUse: (name: string) => `Server in use: ${name}`,
  signedOut: 'Signed out',
  roles: { full: 'May read and write', read: 'May only read' } satisfies Record<KeyRole, string>,
  signedIn: 'Signed in',
  use: 'Switch',
  useThis: (name: string) => `Switch to ${name}`,
  signOut: 'Sign out',
  signOutOf: (name: string) => `Sign out of ${name}`,
  forget: 'Forget',
  forgetThis: (name: string) => `Forget ${name}`,
  rename: 'Rename',
  renameThis: (name: string) => `Rename ${name}`,
  renameTitle: 'What is this server called?',
  name: 'Name',
  save: 'Save',
  cancel: 'Cancel',
  add: 'Sign in to another server',
  confirmForget: (name: string) => `Forget ${name}?`,
  forgetText:
    'In this browser its key goes, and with it the saved views and columns kept here, recent reports, drafts, and deletions that were not carried out yet. On the server nothing changes.',
}

export const notAvailableWords = { toSettings: 'To the settings' }
