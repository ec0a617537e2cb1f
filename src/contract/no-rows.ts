import type { Page } from './envelope.ts'

/** A page of which nothing is known. */
export const noRows: Page<never> = {
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
