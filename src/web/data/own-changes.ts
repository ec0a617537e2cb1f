const ids = new Set<string>()

const nameOf = (resource: 'reports' | 'websites', id: number) => `${resource} ${id}`

/** Rows that this tab has made or deleted: their coming and going is no news to whoever sits here. Ids are never used again. */
export const ownDoing = {
  add: (...row: Parameters<typeof nameOf>) => void ids.add(nameOf(...row)),
  has: (...row: Parameters<typeof nameOf>) => ids.has(nameOf(...row)),
}
