import { counted, grouped } from '#contract/format/numbers.ts'
import type { CrawlChanges } from '#contract/websites/crawls.ts'

/** What changed from one crawl to another, in the order of a text about all of it. */
const partsOf = (changes: CrawlChanges) => ({
  new: changes.new > 0 && `${grouped(changes.new)} new`,
  gone: changes.gone > 0 && `${grouped(changes.gone)} removed`,
  indexable: changes.newly_indexable > 0 && `${grouped(changes.newly_indexable)} newly indexable`,
  notIndexable: changes.no_longer_indexable > 0 && `${grouped(changes.no_longer_indexable)} no longer indexable`,
  broken: changes.broken_links > 0 && counted(changes.broken_links, 'new broken link'),
  repaired: changes.repaired_links > 0 && counted(changes.repaired_links, 'repaired link'),
  newIssues: changes.new_issues > 0 && counted(changes.new_issues, 'new issue'),
  fixedIssues: changes.fixed_issues > 0 && counted(changes.fixed_issues, 'fixed issue'),
  robots: changes.robots_changed === true && 'robots.txt changed',
  sitemap: changes.sitemap_changed === true && 'sitemap changed',
})

/** The changes from one crawl to another: "2 new, 1 new broken link". Empty without changes. */
export const changesText = (changes: CrawlChanges): string =>
  Object.values(partsOf(changes))
    .filter((part) => part !== false)
    .join(', ')

/** The two most urgent changes. Empty without changes. */
export function worstChanges(changes: CrawlChanges): string {
  const { notIndexable, broken, robots, newIssues, gone, sitemap, ...calm } = partsOf(changes)
  return [notIndexable, broken, robots, newIssues, gone, sitemap, ...Object.values(calm)]
    .filter((part) => part !== false)
    .slice(0, 2)
    .join(', ')
}
