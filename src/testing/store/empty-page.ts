import type { PageOfList } from '#contract/responses/envelope.ts'

/** A page without rows or other information. */
export const emptyPage: PageOfList<never> = {
  rows: [],
  unreadable: [],
  repeated: [],
  sent: 0,
  current: null,
  perPage: null,
  total: null,
  totalRelation: 'eq',
  lastPage: null,
  next: null,
  newer: null,
}
