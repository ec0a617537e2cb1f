/** Module state: the set must outlive every list, because the rows may be listed on any page of this tab. */
const ids = new Set<string>()

const rowName = (resource: 'reports' | 'websites', id: number) => `${resource} ${id}`

/**
 * Rows that this tab created or deleted. Lists show these changes without announcing them. The server never reuses an
 * id.
 */
export const ownChanges = {
  add: (...row: Parameters<typeof rowName>) => void ids.add(rowName(...row)),
  has: (...row: Parameters<typeof rowName>) => ids.has(rowName(...row)),
}
