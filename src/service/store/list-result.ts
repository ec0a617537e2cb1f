/** A page of a list. `gte`: a search that matches more than `total` rows, which were not counted further. */
export type ListResult<Row> = {
  rows: Row[]
  total: number
  totalRelation: 'eq' | 'gte'
  hasNext: boolean
}

export const emptyList = { rows: [], total: 0, totalRelation: 'eq', hasNext: false } satisfies ListResult<never>
