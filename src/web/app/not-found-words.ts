export const notFoundWords = {
  title: 'This page does not exist',
  lead: (path: string) => `Nothing is at ${path}.`,
  text: 'The address may be mistyped, or what was here was deleted.',
  reports: 'Go to reports',
  websites: 'Go to websites',
  search: (text: string) => `Search reports for “${text.length > 30 ? `${text.slice(0, 30)}…` : text}”`,
}
