/** What may be wrong with a file of views. */
export const viewFileWords = {
  notJson: 'this is not JSON.',
  noViews: 'It holds no list of views.',
  empty: 'It holds no view.',
  notView: 'a view must be an object with name, list and query.',
  name: (most: number) => `name must be text of 1 to ${most} characters, in one line.`,
  list: (allowed: string) => `list must be ${allowed}.`,
  query: (most: number) => `query must be search parameters of at most ${most} characters.`,
}
