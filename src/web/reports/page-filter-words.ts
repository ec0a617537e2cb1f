import { counted } from '#contract/format/numbers.ts'
import { roundScore } from '#contract/reports/rating.ts'
import type { PageGroup } from '#contract/websites/website-pages.ts'

/** The words around the filters of pages, and of the headline in their rows. */
export const pageFilterWords = {
  any: 'Any',
  folders: 'Folders',
  shapes: 'URL patterns',
  /** “/blog/ · 212 pages · average 74 · Title tag” */
  groupOption: ({ group, pages, average, worst_check, worst_check_name }: PageGroup) =>
    [group, counted(pages, 'page'), `average ${roundScore(average)}`, worst_check_name ?? worst_check]
      .filter(Boolean)
      .join(' · '),
  clear: 'Clear these filters',
  done: 'Show pages',
  /** “Google can’t index this page: Noindex” */
  headline: (text: string, check: string) => `${text}: ${check}`,
}
