import { count, type LocatedEvidence } from '../define-check.ts'
import { type Duplicate, maxDuplicates } from '../page-facts.ts'

/** Why there is nothing to compare with. */
export const notCompared = 'We didn’t compare other pages'
export const noOtherPages = 'No other pages on this website have a report yet'

/** Returns the other pages as evidence, each with its report. */
export const duplicateEvidence = (duplicates: readonly (Duplicate & { similarity?: number })[]): LocatedEvidence[] =>
  duplicates.map(({ id, url, similarity }) => ({
    url,
    note: similarity === undefined ? `Report ${id}` : `${Math.floor(similarity * 100)}% similar, report ${id}`,
  }))

/** “2 other pages have the same title” */
export const duplicatesTitle = (total: number, same: string) =>
  `${total < maxDuplicates ? '' : 'At least '}${count(total, 'other page')} ${total === 1 ? 'has' : 'have'} ${same}`

/** The pass criteria that these checks share. */
export const duplicateThresholds =
  'Pass: no duplicates on this website. Info: duplicates, as they are now; never scored, because other pages change. Only the latest report of each URL is compared.'
