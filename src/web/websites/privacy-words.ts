import { type Privacy, privacyLabels } from '#contract/website.ts'
import { count } from '#web/list/words.ts'

const its = (reports: number | null) =>
  reports === null
    ? 'its reports'
    : reports === 0
      ? 'its future reports'
      : reports === 1
        ? 'its 1 report'
        : `its ${count(reports)} reports`

const websites = (many: number) => (many === 1 ? '1 website' : `${count(many)} websites`)
const reportsOf = (many: number, reports: number | null) =>
  reports === null
    ? `the reports of ${websites(many)}`
    : `${reports === 1 ? '1 report' : `${count(reports)} reports`} of ${websites(many)}`

/** The form that changes the privacy of a website. */
export const privacyWords = {
  privacyUnknown: 'The server does not say who may see this website now. Nothing changes until you choose and save.',
  readOnlyUnknown:
    'The server does not say who may see it. Your key may only read: whoever has a full key can change this.',
  readOnly: (now: string) => `It is ${now}. Your key may only read: whoever has a full key can change this.`,
  title: (domain: string) => `Who can see ${domain}`,
  documentTitle: (domain: string) => `Privacy · ${domain}`,
  loadingTitle: 'Privacy',
  crumbs: 'Back to the website',
  guard: {
    title: 'Leave without saving?',
    text: 'The privacy of this website stays as it was, and what you entered is lost.',
    leave: 'Leave',
    stay: 'Stay',
  },
  lead: (reports: number | null) =>
    `This decides who may read this website and ${its(reports)} without a key. People with a key always can.`,
  legend: 'Privacy',
  choice: {
    0: 'Anyone with a link may read it. Changing anything needs a key.',
    1: 'Only people with a key. To everyone else it does not exist.',
    2: 'Anyone with a link and the password may read it. Changing anything needs a key.',
  } satisfies Record<Privacy, string>,
  findable: 'Search engines may find it',
  findableText: 'Otherwise its pages ask them not to list it.',
  requiresKey:
    'This server still asks everyone for a key, whatever is chosen here. The choice is kept, and counts as soon as it serves readers without one.',
  sharing: 'A link holds no key and no password: whoever opens it may read what this setting allows, and nothing else.',

  password: 'Password',
  newPassword: 'New password',
  passwordSet: 'A password is set. It cannot be shown again; leave this empty to keep it.',
  passwordMaybe: 'The server does not say whether a password is set. Leave this empty to leave it as it is.',
  passwordHint: 'Up to 128 characters. It is stored so that nobody can read it back: copy it now if you pass it on.',
  passwordSaved: 'Password saved',
  copyBeforeLeaving: 'Copy it before you leave this page: it can’t be shown again.',
  copySaved: 'Copy password',
  goToWebsite: (domain: string) => `Go to ${domain}`,
  passwordMissing: 'Enter a password, or generate one.',
  passwordTooLong: 'A password has at most 128 characters.',
  reveal: 'Show the password',
  hide: 'Hide the password',
  generate: 'Generate',
  generated: 'A new password was generated.',
  copy: 'Copy the password',
  copied: 'Password copied',
  strength: {
    weak: (length: number) =>
      `Weak: ${length === 1 ? '1 character' : `${length} characters`} that are quickly guessed. Use at least 12 different ones, or generate one.`,
    fair: (length: number) => `Fair: ${length} characters. 12 or more, with more variety, are safer.`,
    long: (length: number) => `Long enough with ${length} characters, as long as nobody guesses the words in it.`,
    generated: 'Strong: 20 random characters.',
  },

  consequence: {
    opens: (reports: number | null) => `When saved, anyone who has a link may read ${its(reports)}.`,
    'opens-listed': (reports: number | null) =>
      `When saved, anyone who has a link may read ${its(reports)}, and search engines may list them.`,
    'opens-with-password': (reports: number | null) =>
      `When saved, anyone who has a link and the password may read ${its(reports)}.`,
    locks: (reports: number | null) => `When saved, whoever has a link needs the password to read ${its(reports)}.`,
    closes: (reports: number | null) => `When saved, only people with a key may read ${its(reports)}.`,
    listed: (reports: number | null) =>
      `When saved, search engines may find and list this website and ${its(reports)}.`,
    unlisted: () => 'When saved, search engines are asked to drop these pages; that takes them some days.',
    'new-password': () => 'When saved, the old password opens nothing any more.',
  },
  activeLinks: (many: number) =>
    many === 1
      ? '1 link that opens without a key keeps working.'
      : `${count(many)} links that open without a key keep working.`,
  seeLinks: 'See the links',
  removesPassword: 'The password is forgotten.',

  save: 'Save',
  saving: 'Saving',
  cancel: 'Cancel',
  unsaved: 'Unsaved changes',
  unchanged: 'Nothing changed yet',
  saved: (domain: string, label: string) => `${domain} is now ${label}`,
  findableChanged: (domain: string, findable: boolean) =>
    `Search engines may ${findable ? 'now' : 'no longer'} find ${domain}`,
  passwordChanged: (domain: string) => `The password of ${domain} was changed`,
  failed: 'The change could not be saved.',
  unconfirmed: 'The server did not say whether it saved this.',
  notSaved: (label: string) =>
    `The website was read again: it is still ${label}, so your change has not been saved so far. What you entered is still here.`,
  savedUnknown: 'The website was read again, and the server does not say who may see it. Save it once more to be sure.',
  passwordUnknown:
    'The website was read again, and does not show whether the new password counts. Save it once more to be sure.',

  changedTitle: 'Somebody changed this website in the meantime.',
  changedNow: (label: string) => `It is now ${label}.`,
  changedPassword: 'Its password may be another one.',
  reload: 'Take over their choice',
  overwrite: 'Save mine all the same',

  loading: 'Loading the privacy of this website',
}

/** The dialog that changes the privacy of several websites. */
export const bulkPrivacyWords = {
  action: 'Privacy',
  title: (many: number) => `Who can see ${many === 1 ? 'this website' : `these ${count(many)} websites`}`,
  consequence: {
    0: (many: number, reports: number | null) => `Anyone who has a link may then read ${reportsOf(many, reports)}.`,
    1: (many: number, reports: number | null) => `Only people with a key may then read ${reportsOf(many, reports)}.`,
    2: (many: number, reports: number | null) =>
      `Anyone who has a link and this password may then read ${reportsOf(many, reports)}.`,
  } satisfies Record<Privacy, (many: number, reports: number | null) => string>,
  nothing: 'All of them are so already: nothing would change.',
  same: (many: number) => (many === 1 ? '1 other is so already.' : `${count(many)} others are so already.`),
  forgotten: (many: number) =>
    many === 1
      ? 'The password of 1 of them opens nothing any more.'
      : `The passwords of ${count(many)} of them open nothing any more.`,
  cancel: 'Cancel',
  submit: (many: number) => (many === 0 ? 'Nothing to change' : `Change ${websites(many)}`),
  working: (many: number) => `Changing the privacy of ${websites(many)}`,
  done: (many: number) => `The privacy of ${websites(many)} was changed`,
  failed: (failed: number, many: number) => `The privacy of ${count(failed)} of ${websites(many)} could not be changed`,
  stopped: (done: number, many: number) => `Stopped: the privacy of ${count(done)} of ${websites(many)} was changed`,
  isNow: (privacy: Privacy) => `Now ${privacyLabels[privacy]}`,
  overtaken: (privacy: Privacy | null) =>
    `${privacy === null ? 'It was left as it is.' : `It is ${privacyLabels[privacy]} by now, and was left so.`} Try again to change it all the same.`,
}
