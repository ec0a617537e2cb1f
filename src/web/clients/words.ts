import { counted } from '#contract/format/numbers.ts'

/** The page of all clients, in the settings. */
export const clientsWords = {
  title: 'Clients',
  lead: 'Group websites by client. Lists can show one client’s websites, and their reports carry that client’s brand.',
  add: 'Add client',
  list: 'Clients',
  columns: { name: 'Name', contact: 'Contact', websites: 'Websites', state: 'State', actions: 'Actions' },
  active: 'Active',
  archived: 'Archived',
  actionsFor: (name: string) => `Actions for ${name}`,
  open: 'Open',
  edit: 'Edit',
  brand: 'Brand',
  archive: 'Archive',
  restore: 'Restore',
  remove: 'Delete',
  cancel: 'Cancel',
  emptyTitle: 'No clients yet',
  emptyText: 'Views and alerts can be of one client too. Add a client, then assign websites to it.',
  adding: { title: 'Add a client', submit: 'Add client', done: (name: string) => `${name} added` },
  editing: { title: (name: string) => `Edit ${name}`, submit: 'Save', done: 'Changes saved' },
  branding: {
    title: (name: string) => `Brand of ${name}`,
    text: 'Used in the client reports and on the shared pages of this client’s websites.',
    submit: 'Save brand',
    done: 'Brand saved',
  },
  archivedNow: (name: string) => `${name} archived`,
  restoredNow: (name: string) => `${name} restored`,
  removing: {
    title: (name: string) => `Delete ${name}?`,
    text: (websites: number) =>
      websites === 0
        ? 'It has no websites. You can’t undo this.'
        : `${counted(websites, 'website')} and all reports are kept, without a client. You can’t undo this.`,
    submit: 'Delete client',
    done: (name: string) => `${name} deleted`,
  },
}

/** The page of one client. */
export const clientPageWords = {
  missingTitle: 'Client not found',
  missingText: 'It may have been deleted, or the URL may be wrong.',
  toClients: 'Go to clients',
  websites: (count: number) => counted(count, 'website'),
  archived: 'archived',
  tabs: 'Parts of the client',
  tab: { websites: 'Websites', issues: 'Issues' },
  assign: 'Assign a website…',
  emptyTitle: 'No websites yet',
  emptyText: 'Websites assigned to this client appear here.',
  howToAssign: 'Type a domain above, or select websites in their list and choose Set client.',
  noIssuesTitle: 'No issues',
  noIssuesText: 'Issues on this client’s websites appear here, with the websites and pages that have them.',
  columns: { issue: 'Issue', importance: 'Importance', websites: 'Websites', pages: 'Pages' },
}
