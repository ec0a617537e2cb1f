import { counted, grouped } from '#contract/format/numbers.ts'
import type { CrawlChanges } from '#contract/websites/crawls.ts'

/** The changes from one crawl to another: "2 new, 1 new broken link". Empty without changes. */
export function changesText(changes: CrawlChanges): string {
  const parts = [
    changes.new > 0 && `${grouped(changes.new)} new`,
    changes.gone > 0 && `${grouped(changes.gone)} removed`,
    changes.newly_indexable > 0 && `${grouped(changes.newly_indexable)} newly indexable`,
    changes.no_longer_indexable > 0 && `${grouped(changes.no_longer_indexable)} no longer indexable`,
    changes.broken_links > 0 && counted(changes.broken_links, 'new broken link'),
    changes.repaired_links > 0 && counted(changes.repaired_links, 'repaired link'),
    changes.new_issues > 0 && counted(changes.new_issues, 'new issue'),
    changes.fixed_issues > 0 && counted(changes.fixed_issues, 'fixed issue'),
    changes.robots_changed === true && 'robots.txt changed',
    changes.sitemap_changed === true && 'sitemap changed',
  ]
  return parts.filter((part) => part !== false).join(', ')
}
