/** The lists of visitors. */
export const visitorListWords = {
  reports: 'Reports',
  websites: 'Websites',
  /** Shows the search, the filters and the order of a list. */
  tools: 'Search and sort',
  noReports: 'No reports yet',
  noReportsText: 'Reports will appear here.',
}
