/** The words at the address of no report. */
export const reportMissingWords = {
  title: 'This report does not exist',
  text: 'It was deleted, or the address is mistyped.',
  newer: 'There is another report of the same URL.',
  openNewest: 'Open the newest report of this URL',
  toReports: 'Go to the reports',
}
