/** How many reports are newer than a copied link. */
export const newerWords = {
  since: (counted: string, many: number) =>
    many === 0 ? 'Nothing newer since this link.' : `${counted} newer since this link.`,
  unreadable: 'This link does not say what was newest when it was copied.',
  unknown: 'How many came since this link could not be found out.',
  dismiss: 'Dismiss',
}

/** The page before the first report. */
export const firstRunWords = {
  title: 'No reports yet',
  text: 'A report says how search engines read one page: a score from 0 to 100, what to fix first, and the evidence from the page. Enter the address of a page to make the first one.',
  example: 'For example https://example.com/',
  action: 'Analyse a URL',
}
