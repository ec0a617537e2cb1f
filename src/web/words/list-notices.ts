export const listNoticeWords = {
  repaired: {
    per_page: (used: unknown) => `showing ${used}`,
    page: () => 'showing page 1',
    search: () => 'showing everything',
    search_by: () => 'searching as usual',
    result: () => 'showing every rating',
    website_id: () => 'showing every website',
    sort_by: () => 'sorting by date created',
    sort: () => 'sorting in descending order',
    category: () => 'showing every category',
    outcome: () => 'showing what needs attention first',
    google: () => 'showing every check',
  } as Record<string, (used: unknown) => string>,
  repair: (name: string, given: string, done: string) => `${name}=${given} is not allowed; ${done}.`,

  failedOld: 'The list could not be brought up to date',
}
