/** A page is one URL of one website. Its newest report says how it is now. */

/** What Google will do with a page, as far as the page and its server decide it. */
export const indexabilities = ['indexable', 'other_url', 'unlikely', 'blocked'] as const
export type Indexability = (typeof indexabilities)[number]

/** `check` is null for a page that can be indexed. */
export type Headline = { state: Indexability | null; check: string | null; deliberate: boolean }

/** What Google does with a page, in the one wording of banner, lists, filters, comparison, client report and preview. */
export const headlineTexts = {
  indexable: 'Google can index this page',
  other_url: 'Google will probably index another URL',
  unlikely: 'Google probably won’t index this page',
  blocked: 'Google can’t index this page',
} satisfies Record<Indexability, string>

/** Where the check behind a state says more than the state. */
const textsByCheck: Partial<Record<string, string>> = {
  'robots-blocked': 'Google can’t crawl this page',
  'robots-valid': 'Google pauses crawling while robots.txt fails',
}

/** Returns the headline of a page, without a full stop. */
export function headlineText({ state, check, deliberate }: Headline): string {
  if (state === null) return 'We couldn’t check whether Google can index this page'
  const text = textsByCheck[check ?? ''] ?? headlineTexts[state]
  return deliberate ? `${text}, which looks intended` : text
}
