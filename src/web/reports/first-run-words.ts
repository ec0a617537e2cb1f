/** Before there is any report. */
export const firstRunWords = {
  title: 'No reports yet',
  text: 'A report says how search engines read one page: a score from 0 to 100, what to fix first, and the evidence from the page. Enter the address of a page to make the first one.',
  example: 'For example https://example.com/',
  action: 'Analyse a URL',
}
