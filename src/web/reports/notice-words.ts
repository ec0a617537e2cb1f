/** How many reports are newer than a copied link. */
export const newerWords = {
  since: (counted: string, count: number) =>
    count === 0 ? 'No new reports since this link was copied.' : `${counted} new since this link was copied.`,
  unreadable: 'We can’t tell what’s new since this link was copied.',
  unknown: 'Couldn’t count what’s new since this link was copied.',
  dismiss: 'Dismiss',
}

/** The page before the first report. */
export const firstRunWords = {
  title: 'Create your first report',
  text: 'A report shows how search engines see a page: a score from 0 to 100, what to fix first and the evidence for each issue.',
  field: 'URL of a page',
  placeholder: 'https://example.com',
  action: 'Create report',
  example: 'See an example report',
  steps: [
    { title: 'Enter a URL', text: 'We fetch the page as a search engine would, in a few seconds.' },
    { title: 'Fix what matters most', text: 'Each issue says what it costs, how to fix it and where it is.' },
    { title: 'Share the progress', text: 'Run the report again to see what changed, and share it by link.' },
  ],
}

/** The example report. */
export const exampleWords = {
  title: 'Example report',
  backTo: 'Reports',
  lead: 'An example, for a page that we made up',
}

/** The page for a report that doesn't exist. */
export const reportMissingWords = {
  title: 'Report not found',
  text: 'It may have been deleted, or the URL may be wrong.',
  newer: 'There’s another report for this URL.',
  openLatest: 'View the latest report',
  toReports: 'Go to reports',
}
