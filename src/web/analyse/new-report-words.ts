/** The words of the page that a bookmarklet opens. */
export const newReportWords = {
  title: 'Analyse a page',
  ask: 'A link or bookmarklet filled in this URL. Nothing is sent until you choose Analyse.',
  empty: 'Enter a page URL in the field above, such as example.com/page.',
  readOnly: 'Your key is read-only. To analyse pages, use a full-access key.',
  analyse: 'Analyse this page',
}
