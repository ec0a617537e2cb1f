import { Comparison, PageHistory } from '../reports/comparison.ts'
import type { Operation, Paths } from './operation.ts'
import { itemOf } from './schemas.ts'

const ComparisonItem = itemOf('ComparisonItem', Comparison, 200)

type Reads = Pick<Operation, 'tag' | 'access'> & Partial<Pick<Operation, 'lockable' | 'extension'>>

const history = (id: string, reads: Reads): Operation => ({
  id,
  summary: 'List the reports of the same page',
  extension: 'history',
  ...reads,
  responses: { 200: { description: 'The reports, and the states of the issues over time.', schema: PageHistory } },
})
const compare = (id: string, reads: Reads): Operation => ({
  id,
  summary: 'Compare two reports of the same page',
  description: '`other` is another report of the same URL, usually an earlier one.',
  extension: 'compare',
  ...reads,
  refusals: [422],
  responses: { 200: { description: 'What changed, and the causes of the score difference.', schema: ComparisonItem } },
})

const withKey = { tag: 'Extensions', access: 'read' } as const
const withoutKey = { tag: 'Without a key', access: 'none', lockable: true, extension: 'shared' } as const

/** The paths that show a page over time. */
export const pageHistoryPaths: Paths = {
  '/api/v1/reports/{id}/history': { get: history('showHistory', withKey) },
  '/api/v1/reports/{id}/compare/{other}': { get: compare('compareReports', withKey) },
  '/api/v1/shared/reports/{id}/history': { get: history('showSharedHistory', withoutKey) },
  '/api/v1/shared/reports/{id}/compare/{other}': { get: compare('compareSharedReports', withoutKey) },
}
