/** Counts the pages of a website that cannot be indexed, without reading its other pages. */
export const blockedPages = (): string[] => [
  `create index reports_latest_blocked on reports (website_id) where latest = 1 and indexability = 'blocked'`,
]
