import type { Indexability } from './indexability.ts'

/** A page's indexability with the check behind it, which is null for a page that can be indexed. */
export type IndexabilitySummary = { state: Indexability | null; check: string | null; deliberate: boolean }

/** What Google does with a page, in words. Banner, lists, filters, comparison, client report and preview share them. */
export const indexabilityTexts = {
  indexable: 'Google can index this page',
  other_url: 'Google will probably index another URL',
  unlikely: 'Google probably won’t index this page',
  blocked: 'Google can’t index this page',
} satisfies Record<Indexability, string>

/** Texts of checks that are more precise than the text of their state. */
const textsByCheck: Partial<Record<string, string>> = {
  'robots-blocked': 'Google can’t crawl this page',
  'robots-valid': 'Google pauses crawling while robots.txt fails',
}

/** Returns the indexability of a page in words, without a full stop. */
export function indexabilityText({ state, check, deliberate }: IndexabilitySummary): string {
  if (state === null) return 'We couldn’t check whether Google can index this page'
  const text = textsByCheck[check ?? ''] ?? indexabilityTexts[state]
  return deliberate ? `${text}, which looks intended` : text
}
