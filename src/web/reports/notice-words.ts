/** How many reports are newer than a copied link. */
export const newerWords = {
  since: (counted: string, many: number) =>
    many === 0 ? 'No new reports since this link was copied.' : `${counted} new since this link was copied.`,
  unreadable: 'We can’t tell what’s new since this link was copied.',
  unknown: 'Couldn’t count what’s new since this link was copied.',
  dismiss: 'Dismiss',
}

/** The page before the first report. */
export const firstRunWords = {
  title: 'No reports yet',
  text: 'A report shows how search engines see a page: a score from 0 to 100, what to fix first and the evidence for each issue. Enter a URL to create your first report.',
  example: 'For example, https://example.com/',
  action: 'Analyse a URL',
}
