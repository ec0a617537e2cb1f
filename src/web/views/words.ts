import { counted, grouped } from '#contract/format/numbers.ts'
import type { ViewOwner } from '#contract/lists/views.ts'

const views = (count: number) => counted(count, 'view')

/** Saved views: the dialog that saves one, the pinned ones in the sidebar, their page and their files. */
export const viewsWords = {
  /** The name of a button beside others of its kind. */

  title: 'Manage views',
  lead: 'Saved on the server and shared with everyone who has a key.',
  leadOfPeople: 'Saved on the server, for the team or only for you.',
  owner: 'Who sees it',
  owners: { team: 'Team', me: 'Only me' } satisfies Record<ViewOwner, string>,
  giveTo: { team: 'Share with the team', me: 'Keep for me only' } satisfies Record<ViewOwner, string>,
  givenTo: (name: string, owner: ViewOwner) => (owner === 'me' ? `Only you see “${name}”` : `The team sees “${name}”`),
  pinned: 'Pinned views',
  websiteDeleted: 'This view’s website has been deleted',

  saveTitle: 'Save view',
  renameTitle: 'You’ve already saved this view',
  pin: 'Pin to the sidebar',
  pinHint: 'Only affects your sidebar, in this browser.',
  submit: 'Save view',
  rename: 'Rename view',
  cancel: 'Cancel',
  saved: (name: string) => `View “${name}” saved`,
  renamed: (name: string) => `View renamed to “${name}”`,
  showAll: 'Show all views',

  changed: 'Changed',
  update: 'Update view',
  saveAsNew: 'Save as new',
  otherWays: 'Other ways to save',
  updated: (name: string) => `View “${name}” updated`,
  updateUndone: (name: string) => `View “${name}” is as before`,

  emptyTitle: 'No saved views yet',
  emptyText:
    'Search, filter and sort a list, then choose Save view. Your view appears in the sidebar with a live count.',
  toReports: 'Go to reports',
  order: (most: number) => `Pinned views appear in the sidebar in this order, up to ${grouped(most)}.`,
  actionsFor: (name: string) => `Actions for “${name}”`,
  up: 'Move up',
  down: 'Move down',
  renameIt: 'Rename…',
  removeIt: 'Delete',
  moved: (name: string, place: number, of: number) => `“${name}” is now ${place} of ${of}`,
  pinThis: (name: string) => `Pin “${name}” to the sidebar`,
  renameDialog: 'Rename view',
  removed: (name: string) => `View “${name}” deleted`,
  deleteTitle: (name: string) => `Delete “${name}”?`,
  deleteText: 'Any schedule or alerts it has are deleted too. Undo restores the view without them.',
  deleteView: 'Delete view',
  undo: 'Undo',
  restored: (name: string) => `View “${name}” restored`,

  exportViews: 'Export',
  importViews: 'Import',
  fileName: 'seo-reports-views.json',
  chooseFile: 'Choose a views file',
  importTitle: 'Import views',
  importRefused: (file: string) => `Nothing was imported from ${file}`,
  importCount: (count: number) => `Import ${views(count)}`,
  importText: (count: number, saved: number) =>
    count === 0
      ? saved === 1
        ? 'You already have this view.'
        : 'You already have all of these views.'
      : `${views(count)} will be added to the end of the list.${saved > 0 ? ` ${grouped(saved)} ${saved === 1 ? 'is' : 'are'} already saved.` : ''}`,
  close: 'Close',
  line: (line: number, sentence: string) => `Line ${grouped(line)}: ${sentence}`,
  more: (count: number) => `${grouped(count)} more`,
  tooMany: (most: number, already: number) => `You can save up to ${most} views. You already have ${already}.`,
  tooLarge: 'This file is too large to be a views file.',
  unreadable: 'We couldn’t read the file.',
  imported: (count: number) => `${views(count)} imported`,
}

/** The problems that a file of views can have. */
export const viewFileWords = {
  notJson: 'The file isn’t valid JSON.',
  noViews: 'The file has no list of views.',
  empty: 'The file contains no views.',
  notView: 'Each view needs a name, list and query.',
  field: (name: string, sentence: string) => `“${name}”: ${sentence}`,
}
