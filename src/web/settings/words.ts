import type { KeyRole } from '#contract/service-info.ts'

export const settingsWords = {
  title: 'Settings',
  lead: 'Kept in this browser only.',
  key: {
    title: 'Your key',
    name: 'Name',
    role: 'Role',
    id: 'Id',
    remember: 'Remember it in this browser',
    rememberHint: 'Until you sign out. Else it is forgotten when the browser is closed.',
    roles: { full: 'Full: may read and write', read: 'Read: may only read' } satisfies Record<KeyRole, string>,
    unknown: 'This server does not say whose key it is. It accepts it.',
    signOut: 'Sign out',
    confirmTitle: 'Sign out of every tab?',
    confirm: 'The key is forgotten in this browser, and what you have not saved is lost. The key itself stays valid.',
    cancel: 'Stay signed in',
  },
  look: {
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
  links: 'Shared links: what opens without a key, and how often it was opened',
  checks: 'What reports look at: all checks, and how they are judged',
  server: { address: 'Server', version: 'Version' },
}
