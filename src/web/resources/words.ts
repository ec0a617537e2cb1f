import type { Right } from '#contract/access/people.ts'
import { counted, grouped } from '#contract/format/numbers.ts'
import type { IssueChange, IssueStateName } from '#contract/reports/comparison.ts'
import type { TeamRole } from '#contract/service-info.ts'

/** The words of the website filter and its options. */
export const websiteFilterWords = {
  label: 'Website',
  all: 'All',
  placeholder: 'Find a website',
  clear: 'Clear website',
  loading: 'Searching…',
  options: 'Websites',
  none: (search: string) => (search === '' ? 'No websites yet' : `No websites match “${search}”`),
  failed: 'Couldn’t load websites',
  found: (count: number) => counted(count, 'website'),
  reports: (count: number) => counted(count, 'report'),
}

/** The words of the choice of a client. */
export const clientWords = {
  label: 'Client',
  all: 'All clients',
  choose: 'No client',
  clear: 'Clear client',
  options: 'Clients',
  none: 'No clients match',
  websites: (count: number) => counted(count, 'website'),
}

/** The choice of a client for the websites of new domains. */
export const newWebsiteClientWords = {
  label: 'Client',
  hint: 'New websites are added to this client.',
  none: 'No client',
  choose: 'Choose a client',
  missing: 'Choose the client of the new website.',
}

export const teamRoleWords = { owner: 'Owner', member: 'Member', guest: 'Guest' } satisfies Record<TeamRole, string>

/** What a person or a key can see, in a few words. */
export const grantWords = {
  everything: 'Everything',
  nothing: 'Nothing',
  rights: { edit: 'Can edit', view: 'Can view' } satisfies Record<Right, string>,
}

/** The words of every page of a website, and of the page without one. */
export const websiteHeaderWords = {
  crumbs: 'Back to website',
  websites: 'Websites',
  loadingTitle: 'Website',
  missingTitle: 'Website not found',
  missingText: 'It may have been deleted, or the URL may be wrong. To add it again, analyse one of its pages.',
  toWebsites: 'Go to websites',
}

/** The words after a deletion that can be undone. */
export const restoringWords = {
  undo: 'Undo',
  undoKey: 'Press Ctrl+Z (⌘Z on a Mac) to undo.',
  restored: (resource: 'reports' | 'websites', count: number) =>
    count === 1 ? `${resource === 'reports' ? 'Report' : 'Website'} restored` : `${counted(count, 'report')} restored`,
  lost: (lost: number, of: number) =>
    of === 1
      ? 'This can no longer be restored.'
      : `${grouped(lost)} of ${counted(of, 'report')} can no longer be restored.`,
}

/** The name of a website without a known domain. */
export const websiteNameWords = {
  numbered: (id: string) => `Website ${id}`,
  notFound: (id: number) => `${id} (not found)`,
}

/** The names of an issue's changes, from one report to another and over time. */
export const issueChangeWords: Record<IssueChange | IssueStateName, string> = {
  new: 'New',
  back: 'Back',
  unchanged: 'Unchanged',
  fixed: 'Fixed',
  partly_fixed: 'Partly fixed',
  worse: 'Got worse',
  not_checked: 'Not checked this time',
  not_checked_before: 'Not checked before',
}

/** The person who is to fix an issue. */
export const assigneeWords = {
  label: 'Assignee',
  me: 'Me',
  noOne: 'No one',
  people: 'People',
  none: 'No one has this name',
  /** In place of the reader's own name: "Assigned to me". */
  assignedTo: (name: string) => `Assigned to ${name === assigneeWords.me ? 'me' : name}`,
}
