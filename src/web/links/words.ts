import type { LinkKind } from '#contract/links.ts'
import { grouped } from '#web/ui/text.ts'

/** The share dialog, and the form that creates a share link. */
export const sharingWords = {
  title: { report: 'Share this report', website: 'Share this website', view: 'Share this view' } satisfies Record<
    LinkKind,
    string
  >,
  address: 'Address',
  copy: 'Copy link',
  copied: 'Link copied',
  close: 'Close',

  access: {
    loading: 'Looking up who may open it',
    unknown: 'Who may open it could not be looked up. People with a key always may.',
    public: () => 'Anyone who has it may read this: the website is public.',
    password: (domain: string) => `Anyone who has it and the password of ${domain}.`,
    private: (domain: string) => `Nobody new: ${domain} is private, so it opens only for people with a key.`,
    view: 'People with a key. Lists are open to nobody else.',
    requiresKey: 'People with a key: this server asks everyone for one.',
    requiresKeyHere: 'People with a key of this server: this address asks everyone for one.',
    change: (domain: string) => `Change who can see ${domain}`,
  },

  mail: 'E-mail',
  device: 'Share with an app',
  qr: 'QR code',
  qrOf: (url: string) => `QR code of ${url}`,
  qrTooLong: 'This address is too long for a QR code.',

  link: 'A link that opens without a key',
  linkText: {
    report:
      'For this report alone, whatever the privacy of its website. You can end it at any time, and see when it was opened.',
    website:
      'For this website and its reports, whatever its privacy. You can end it at any time, and see when it was opened.',
    view: 'For what this view shows, whatever the privacy of its websites. You can end it at any time, and see when it was opened.',
  } satisfies Record<LinkKind, string>,
  createLink: 'Make such a link',
  seeAll: 'See all links',

  newTitle: 'New link without a key',
  mode: 'What it shows',
  modes: { live: 'The report while it exists', frozen: 'A copy as it is now' },
  modeHint: {
    live: 'It ends when the report is deleted.',
    frozen: 'It stays the same even when the report is deleted.',
  },
  label: 'Label',
  labelHint: 'Optional. Tells this link from others; whoever opens it may see it too.',
  labelTooLong: (most: number) => `A label has at most ${most} characters.`,
  expiry: 'It ends',
  expiries: {
    7: 'After 7 days',
    30: 'After 30 days',
    90: 'After 90 days',
    date: 'At the end of a day',
    never: 'Never, until it is revoked',
  },
  date: 'Last day',
  dateMissing: 'Choose a day from today on.',
  requirePassword: 'Ask for a password too',
  passwordMissing: 'Enter a password, or generate one.',
  passwordTooLong: 'A password has at most 128 characters.',
  create: 'Make link',
  back: 'Back',

  createdTitle: 'The link is made',
  shownOnce: 'Copy it now: its address is shown only this once, and nobody can look it up later.',
  lostUrl:
    'The link was made, but the connection broke before its address could be shown, and nothing shows it later. Revoke it among the links, and make another.',
  separatePassword: 'Pass the password on by another way than the link.',
  copyPassword: 'Copy password',
  passwordCopied: 'Password copied',
  worksUntil: (until: string | null) =>
    until === null ? 'It works until somebody revokes it.' : `It works until ${until}.`,
}

const kinds = { report: 'Report', website: 'Website', view: 'View' } satisfies Record<LinkKind, string>

/** The page of all share links. */
export const linksWords = {
  title: 'Shared links',
  titleOf: (website: string) => `Shared links · ${website}`,
  showAll: 'Show all links',
  lead: 'Links that open one report, website or view without a key.',
  kinds,
  states: { live: 'Live', frozen: 'Frozen', expired: 'Ended', revoked: 'Revoked', 'target-deleted': 'Target deleted' },
  createdBy: (name: string) => `by ${name}`,
  created: 'made',
  expires: 'ends',
  expired: 'ended',
  noExpiry: 'no end',
  revokedOn: 'revoked',
  password: 'with password',
  visitCount: (many: number) =>
    many === 0 ? 'Never opened' : many === 1 ? 'Opened once' : `Opened ${grouped(many)} times`,
  lastVisit: 'last',
  visitsOf: (name: string) => `Openings of ${name}`,
  latestShown: (most: number) => `The newest ${most} are shown.`,
  noVisits: 'Openings are kept for 400 days; there are none.',
  revoke: 'Revoke',
  revokeThis: (name: string) => `Revoke the link “${name}”`,
  revokeTitle: (name: string) => `Revoke “${name}”?`,
  revokeText:
    'Whoever has it cannot open it any more, at once. This cannot be undone; another link can be made, with another address.',
  revokeConfirm: 'Revoke link',
  cancel: 'Cancel',
  revoked: (name: string) => `Link “${name}” revoked`,
  note: 'The address of a link is shown once, when it is made, and is not kept: to pass one on again, make another. Links are made with “Share” on a report, a website or a list.',
  emptyTitle: 'No links yet',
  emptyText: 'Choose “Share” on a report, a website or a list to make one.',
  toReports: 'Go to the reports',
  notSupported: 'This server makes no links without a key',
  notSupportedText: 'What is public can be shared by its address.',
}
