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
  toBrand: 'Client reports: logo, colour and words',
  toChecks: 'Checks: what we check on each page',
  server: { address: 'Server', version: 'Version' },
}

/** The card of servers in the settings of a static build. */
export const serversWords = {
  title: 'Servers',
  lead: 'Each server has its own key, saved views, columns and drafts in this browser. Nothing is shared between servers.',
  current: 'Current',
  inUse: (name: string) => `Current server: ${name}`,
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

/** A bookmark that analyses the page it is used on. */
export const bookmarkletWords = {
  title: 'Bookmarklet',
  text: 'Drag this button to your bookmarks bar, or copy its code into a new bookmark. On any page, the bookmark opens the dashboard with that page’s URL. Nothing is analysed until you confirm.',
  name: 'Analyse this page',
  copy: 'Copy code',
  copied: 'Copied',
}

/** The issue trackers that a finding can be sent to. */
export const trackerWords = {
  title: 'Issue trackers',
  text: 'Each finding of a report can open a new issue here, filled in. Nothing is sent until you create the issue.',
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
