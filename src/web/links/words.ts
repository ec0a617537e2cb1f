import { counted } from '#contract/format/numbers.ts'
import { type LinkKind, visitDays } from '#contract/sharing/links.ts'

/** The share dialog, and the form that creates a share link. */
export const sharingWords = {
  title: { report: 'Share this report', website: 'Share this website', view: 'Share this view' } satisfies Record<
    LinkKind,
    string
  >,
  url: 'Link',
  copy: 'Copy link',
  copied: 'Link copied',
  close: 'Close',

  access: {
    loading: 'Checking who can open this link…',
    unknown: 'We couldn’t check who can open this link. People with access to the website always can.',
    public: () => 'This website is public. Anyone with the link can view it.',
    password: (domain: string) => `Anyone with the link and the password for ${domain} can view it.`,
    private: (domain: string) => `${domain} is private. Only people with access can open this link.`,
    view: 'Only people with access can open this list.',
    requiresKey: 'Only people with a key can open this link. This server requires one.',
    requiresKeyHere: 'Only people with a key for this server can open this link.',
    change: (domain: string) => `Change who can see ${domain}`,
  },

  mail: 'Email',
  more: 'More ways to share',
  device: 'Share…',
  qr: 'QR code',
  qrOf: (url: string) => `QR code of ${url}`,
  qrTooLong: 'This link is too long for a QR code.',

  link: 'Share link',
  linkText: {
    report:
      'Anyone with the link can view this report, even if the website is private. You can see visits and revoke it at any time.',
    website:
      'Anyone with the link can view this website and its reports, even if it’s private. You can see visits and revoke it at any time.',
    view: 'Anyone with the link can view this list, even if its websites are private. You can see visits and revoke it at any time.',
  } satisfies Record<LinkKind, string>,
  createLink: 'Create share link',
  seeAll: 'Manage share links',

  newTitle: 'Create share link',
  badge: {
    title: 'Badge',
    text: 'Shows the website’s average score on your own pages, always up to date.',
    code: 'HTML of the badge',
    copy: 'Copy HTML',
    copied: 'HTML copied',
    alt: 'SEO score',
  },

  document: 'Client report',
  layout: 'Show as',
  layouts: { page: 'Page', document: 'Client report' },
  layoutHint: {
    page: 'As you see it here, without controls that change anything.',
    document: 'With your brand, a summary, the next steps and what changed since the report before.',
  },
  mode: 'Content',
  modes: { live: 'Live report', frozen: 'Snapshot' },
  modeHint: {
    live: 'Stops working if the report is deleted.',
    frozen: 'Never changes, even if the report is deleted.',
  },
  titleHint: 'Optional. The title of the client report.',
  expiry: 'Expires',
  expiries: {
    7: 'After 7 days',
    30: 'After 30 days',
    90: 'After 90 days',
    date: 'On a specific date',
    never: 'Never',
  },
  date: 'Expiry date',
  dateMissing: 'Choose today or a later date.',
  canCheck: 'Allow checking again',
  canCheckHint: 'Visitors can analyse this page again to see what is fixed. Each check is saved as a report.',
  showClicks: 'Show clicks and impressions from Google',
  showClicksHint: 'Visitors see them in the list.',
  requirePassword: 'Require a password',
  create: 'Create and copy link',
  moreOptions: 'More options',
  back: 'Back',

  change: 'Change options',
  changeTitle: 'Change link',
  replaceText: 'You get a new link with these options. The old link stops working.',
  replace: 'Replace and copy link',
  stillWorks: 'The old link still works.',

  createdTitle: 'Link created',
  copiedOnce: 'Copied. You won’t be able to see it again.',
  shownOnce: 'Copy it now. You won’t be able to see it again.',
  lostUrl:
    'The link was created, but we lost the connection before we could show it. It can’t be shown again. Revoke it and create another.',
  separatePassword: 'Send the password separately from the link.',
  copyPassword: 'Copy password',
  passwordCopied: 'Password copied',
  worksUntil: (until: string | null) => (until === null ? 'Works until you revoke it.' : `Expires ${until}.`),
}

const kinds = { report: 'Report', website: 'Website', view: 'View' } satisfies Record<LinkKind, string>

/** The page of all share links. */
export const linksWords = {
  title: 'Share links',
  titleOf: (website: string) => `Share links · ${website}`,
  showAll: 'Show all links',
  lead: 'Links that let people view a report, website or list without signing in.',
  kinds,
  states: {
    live: 'Live',
    snapshot: 'Snapshot',
    expired: 'Expired',
    revoked: 'Revoked',
    'target-deleted': 'Content deleted',
  },
  createdBy: (name: string) => `by ${name}`,
  created: 'Created',
  expires: 'expires',
  expired: 'expired',
  noExpiry: 'no expiry',
  revokedOn: 'revoked',
  password: 'password required',
  canCheck: 'can check again',
  clicks: 'shows clicks',
  visitCount: (count: number) => (count === 0 ? 'No visits yet' : counted(count, 'visit')),
  lastVisit: 'last opened',
  visitsOf: (name: string) => `Visits to ${name}`,
  latestShown: (most: number) => `Showing the latest ${most}.`,
  noVisits: `No visits in the last ${visitDays} days.`,
  revoke: 'Revoke',
  revokeThis: (name: string) => `Revoke link “${name}”`,
  revokeTitle: (name: string) => `Revoke “${name}”?`,
  revokeText: 'The link stops working straight away. You can’t undo this, but you can create a new link.',
  revokeConfirm: 'Revoke link',
  cancel: 'Cancel',
  revoked: (name: string) => `Link “${name}” revoked`,
  note: 'For security, each link is shown only once, when you create it. To create one, choose Share on a report, website or list.',
  emptyTitle: 'No share links yet',
  emptyText: 'To create one, choose Share on a report, website or list.',
  toReports: 'Go to reports',
}
