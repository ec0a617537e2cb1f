import { counted, grouped } from '#contract/format/numbers.ts'
import { type Privacy, privacyLabels } from '#contract/websites/website.ts'

const its = (reports: number | null) =>
  reports === null ? 'its reports' : reports === 0 ? 'its future reports' : `its ${counted(reports, 'report')}`

const websites = (count: number) => counted(count, 'website')
const reportsOf = (count: number, reports: number | null) =>
  reports === null ? `the reports of ${websites(count)}` : `${counted(reports, 'report')} of ${websites(count)}`

/** The form that changes the privacy of a website. */
export const privacyWords = {
  privacyUnknown: 'This server doesn’t report the current privacy setting. Nothing changes until you save.',
  readOnlyUnknown:
    'This server doesn’t report the privacy setting. Your access is read-only. Ask an owner to change it.',
  readOnly: (now: string) => `This website is ${now}. Your access is read-only. Ask an owner to change this.`,
  title: (domain: string) => `Who can see ${domain}`,
  documentTitle: (domain: string) => `Privacy · ${domain}`,
  loadingTitle: 'Privacy',
  lead: (reports: number | null) =>
    `Choose who can see this website and ${its(reports)} without signing in. Anyone with an API key can always see it.`,
  legend: 'Privacy',
  choice: {
    0: 'Anyone with the link can view it. Only people with access can make changes.',
    1: 'Only your team can view it, and people with a share link.',
    2: 'Anyone with the link and the password can view it. Only people with access can make changes.',
  } satisfies Record<Privacy, string>,
  findable: 'Let search engines list it',
  findableText: 'When this is off, these pages are marked noindex.',
  requiresKey:
    'This server doesn’t support access without a key yet, so this setting has no effect for now. We’ll save it for when it does.',

  passwordSaved: 'Password saved',
  copyBeforeLeaving: 'Copy it before you leave this page: it can’t be shown again.',
  copyBoth: 'Copy link and password',
  bothCopied: 'Link and password copied',
  linkAndPassword: (link: string, password: string) => `${link}\nPassword: ${password}`,
  goToWebsite: (domain: string) => `Go to ${domain}`,

  consequence: {
    opens: (reports: number | null) => `After you save, anyone with the link can view ${its(reports)}.`,
    'opens-listed': (reports: number | null) =>
      `After you save, anyone with the link can view ${its(reports)}, and search engines can list them.`,
    'opens-with-password': (reports: number | null) =>
      `After you save, anyone with the link and the password can view ${its(reports)}.`,
    locks: (reports: number | null) =>
      `After you save, people with the link will need the password to view ${its(reports)}.`,
    closes: (reports: number | null) => `After you save, only people with access can view ${its(reports)}.`,
    listed: (reports: number | null) => `After you save, search engines can list this website and ${its(reports)}.`,
    unlisted: () => 'After you save, search engines are asked to remove these pages. This can take a few days.',
    'new-password': () => 'After you save, the old password stops working.',
  },
  /** `until`: when the last of them expires; null if one never does. */
  shareLinks: (count: number, until: string | null) =>
    `${counted(count, 'active share link')}${
      until === null ? '' : count === 1 ? `, until ${until}` : `, the last until ${until}`
    }`,
  manageLinks: 'Manage',
  removesPassword: 'The password will be removed.',
  identityShows:
    'This website is analysed with an identity, so text in its reports can come from pages that only signed-in people see. Visitors can read it. They can’t see screenshots taken with the identity.',

  cancel: 'Cancel',
  saved: (domain: string, label: string) => `${domain} is now ${label}`,
  findableChanged: (domain: string, findable: boolean) =>
    `Search engines can ${findable ? 'now' : 'no longer'} list ${domain}`,
  passwordChanged: (domain: string) => `Password changed for ${domain}`,

  changedNow: (label: string) => `It’s now ${label}.`,
  changedPassword: 'Its password may have changed.',

  loading: 'Loading privacy settings…',
}

/** The dialog that changes the privacy of several websites. */
export const bulkPrivacyWords = {
  action: 'Privacy',
  title: (count: number) => `Who can see ${count === 1 ? 'this website' : `these ${grouped(count)} websites`}`,
  consequence: {
    0: (count: number, reports: number | null) =>
      `Anyone with the link will be able to view ${reportsOf(count, reports)}.`,
    1: (count: number, reports: number | null) =>
      `Only people with access will be able to view ${reportsOf(count, reports)}.`,
    2: (count: number, reports: number | null) =>
      `Anyone with the link and this password will be able to view ${reportsOf(count, reports)}.`,
  } satisfies Record<Privacy, (count: number, reports: number | null) => string>,
  nothing: 'All of these already have this setting.',
  same: (count: number) => `${counted(count, 'other already has', 'others already have')} this setting.`,
  removedPasswords: (count: number) => `${counted(count, 'existing password')} will be removed.`,
  cancel: 'Cancel',
  submit: (count: number) => (count === 0 ? 'No changes' : `Change ${websites(count)}`),
  working: (count: number) => `Changing privacy for ${websites(count)}`,
  done: (count: number) => `Privacy changed for ${websites(count)}`,
  failed: (failed: number, count: number) => `Couldn’t change privacy for ${grouped(failed)} of ${websites(count)}`,
  stopped: (done: number, count: number) => `Stopped. Privacy changed for ${grouped(done)} of ${websites(count)}.`,
  isNow: (privacy: Privacy) => `Now ${privacyLabels[privacy]}`,
  overtaken: (privacy: Privacy | null) =>
    `${privacy === null ? 'We' : `It’s now ${privacyLabels[privacy]}, so we`} left it alone. Try again to apply your change.`,
}

/** The privacy of a website beside its name. */
export const privacyLinkWords = {
  unknown: 'Privacy unknown',
  change: 'Change privacy',
}
