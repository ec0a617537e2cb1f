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
