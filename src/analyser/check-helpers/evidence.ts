import { count, type LocatedEvidence } from '../define-check.ts'
import type { HeadFacts } from '../facts/document.ts'
import { type Duplicate, maxDuplicates } from '../page-facts.ts'

/** Returns the element or text that ended the head too early, as evidence next to the elements outside the head. */
export function headEnd(head: HeadFacts): LocatedEvidence[] {
  if (!head.endedBy) return []
  const { name, at, text } = head.endedBy
  const what = text === null ? `<${name}>` : text === '' ? 'An invisible character' : `The text “${text}”`
  const note = `${what} ended the head here. Everything after it is in the body.`
  return [{ ...(at === null ? {} : { at }), note }]
}

/** The reason for having no text to compare with. */
export const notCompared = 'We didn’t compare other pages'
export const noOtherPages = 'No other pages on this website have a report yet'
export const notCounted = 'Only pages that Google can index are compared'

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
  'Pass: no duplicates on this website. Warning: duplicates that the website’s last crawl found. Info: duplicates as they are now, without a crawl. Only the latest report of each URL is compared.'

/** The deduction of issues that only other pages show. */
export const deductedWithinWebsite =
  'All of them, from the score of the page within its website. The score of a report never changes for another page.'
