import { grouped } from '#web/ui/text.ts'

const views = (many: number) => (many === 1 ? '1 view' : `${grouped(many)} views`)

/** Saved views: the dialog that saves one, the pinned ones in the sidebar, their page and their files. */
export const viewsWords = {
  title: 'Views',
  lead: {
    server: 'Kept on this server for everybody with a key.',
    browser: 'Kept in this browser only: this server keeps no views.',
  },
  pinned: 'Pinned views',
  count: (total: number, atLeast: boolean) => `${grouped(total)}${atLeast ? '+' : ''}`,
  all: (many: number) => `All ${grouped(many)} views`,
  websiteDeleted: 'Its website does not exist any more',

  saveTitle: 'Save this view',
  renameTitle: 'This view is saved already',
  name: 'Name',
  pin: 'Show it in the rail',
  pinHint: 'In this browser: everybody chooses for their own.',
  submit: 'Save view',
  rename: 'Rename view',
  cancel: 'Cancel',
  invalidName: (most: number) => `Enter a name of 1 to ${most} characters.`,
  saved: (name: string) => `View “${name}” saved`,
  renamed: (name: string) => `View renamed to “${name}”`,
  showAll: 'Show all views',

  emptyTitle: 'No saved views yet',
  emptyText:
    'Set up a list as you need it, with its search, filters and order, then choose “Save view” above it. It then stands in the rail with its count.',
  toReports: 'Go to the reports',
  order: 'In this order they stand in the rail, eight at most.',
  up: (name: string) => `Move “${name}” up`,
  down: (name: string) => `Move “${name}” down`,
  moved: (name: string, place: number, of: number) => `“${name}” is now ${place} of ${of}`,
  pinThis: (name: string) => `Show “${name}” in the rail`,
  renameThis: (name: string) => `Rename “${name}”`,
  removeThis: (name: string) => `Delete “${name}”`,
  renameDialog: 'Rename this view',
  removed: (name: string) => `View “${name}” deleted`,
  undo: 'Undo',
  restored: (name: string) => `View “${name}” is back`,

  exportViews: 'Export',
  importViews: 'Import',
  fileName: 'seo-reports-views.json',
  chooseFile: 'Choose a file of views',
  importTitle: 'Import views',
  importRefused: (file: string) => `Nothing was imported from ${file}`,
  importCount: (many: number) => `Import ${views(many)}`,
  importText: (many: number, saved: number) =>
    many === 0
      ? `All ${saved === 1 ? 'of it is' : `${grouped(saved)} are`} saved already.`
      : `${views(many)} will be added at the end${saved > 0 ? `; ${grouped(saved)} ${saved === 1 ? 'is' : 'are'} saved already` : ''}.`,
  close: 'Close',
  line: (line: number, sentence: string) => `Line ${grouped(line)}: ${sentence}`,
  more: (many: number) => `${grouped(many)} more`,
  tooMany: (most: number, already: number) =>
    `It would be more than the ${most} views that are kept; there are ${already}.`,
  tooLarge: 'The file is too large to be a file of views.',
  unreadable: 'The file could not be read.',
  imported: (many: number) => `${views(many)} imported`,

  browserViews: (many: number) => `${views(many)} from before ${many === 1 ? 'is' : 'are'} kept in this browser.`,
  addToServer: 'Add to the server',
}

/** The problems that a file of views can have. */
export const viewFileWords = {
  notJson: 'this is not JSON.',
  noViews: 'It holds no list of views.',
  empty: 'It holds no view.',
  notView: 'a view must be an object with name, list and query.',
  name: (most: number) => `name must be text of 1 to ${most} characters, in one line.`,
  list: (allowed: string) => `list must be ${allowed}.`,
  query: (most: number) => `query must be search parameters of at most ${most} characters.`,
}
