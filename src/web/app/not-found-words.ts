export const notFoundWords = {
  title: 'Page not found',
  lead: (path: string) => `There’s nothing at ${path}.`,
  text: 'The URL may be wrong, or the page may have been deleted.',
  reports: 'Go to reports',
  websites: 'Go to websites',
  search: (text: string) => `Search reports for “${text.length > 30 ? `${text.slice(0, 30)}…` : text}”`,
}
