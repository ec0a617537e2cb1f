/** The page before the first report. */
export const firstRunWords = {
  waitingTitle: 'Nothing to see yet',
  waitingText:
    'Websites, their issues and their reports appear here once an owner gives you access. Ask an owner of your team.',
  title: 'Create your first report',
  text: 'A report shows how search engines see a page: a score from 0 to 100, what to fix first and the evidence for each issue.',
  field: 'URL of a page',
  placeholder: 'https://example.com',
  action: 'Analyse',
  example: 'See an example report',
}
