/** Where a list has no rows. */
export const emptyListWords = {
  noMatch: 'Nothing matches these filters',
  dropSearch: (search: string) => `Search “${search}”`,
  dropRating: (label: string) => `Rating ${label}`,
  dropWebsite: (name: string) => `Website ${name}`,
  drop: (filter: string) => `Remove the filter: ${filter}`,
  dropAll: 'Clear all filters',
  pastEnd: (page: string) => `There is no page ${page}`,
  pastEndMore: (last: string) => `The list ends at page ${last}.`,
  pastEndUnknown: 'The list ended before it.',
  goToNumber: (page: string) => `Go to page ${page}`,
}
