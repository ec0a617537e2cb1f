import { count, type Finding } from './define-check.ts'
import { maxDuplicates, type SiteFacts, type Duplicate, maxCurrentDuplicates } from './page-facts.ts'

/** Returns the other pages as evidence, each with its report. */
export const duplicateEvidence = (duplicates: readonly (Duplicate & { similarity?: number })[]): Finding[] =>
  duplicates.map(({ id, url, similarity }) => ({
    url,
    note: similarity === undefined ? `Report ${id}` : `${Math.floor(similarity * 100)} % alike, report ${id}`,
  }))

const whenJudged = 'when this report was judged'
const atLeast = (total: number) => (total < maxDuplicates ? '' : 'at least ')

/** Returns how many other pages share a text; in the past tense for numbers that are not kept current. */
export function duplicatesTitle(total: number, same: string): string {
  if (total >= maxCurrentDuplicates) return pastDuplicatesTitle(total, same)
  return `${count(total, 'other page')} of the website ${total === 1 ? 'has' : 'have'} ${same}`
}

export function pastDuplicatesTitle(total: number, same: string): string {
  const pages = `${atLeast(total)}${count(total, 'other page')} of the website had ${same} ${whenJudged}`
  return pages.charAt(0).toUpperCase() + pages.slice(1)
}

/** Title for a unique text. It stays true, however many reports are added. */
export const uniqueTitle = (what: string, { others }: SiteFacts) =>
  `${what} differs from those of the other pages with a report (${atLeast(others)}${others} ${whenJudged})`
