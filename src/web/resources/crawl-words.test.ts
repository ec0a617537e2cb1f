import { expect, it } from 'vitest'
import type { CrawlChanges } from '#contract/websites/crawls.ts'
import { changesText, worstChanges } from './crawl-words.ts'

const changes: CrawlChanges = {
  previous_id: 1,
  new: 2,
  gone: 0,
  newly_indexable: 1,
  no_longer_indexable: 1,
  new_issues: 3,
  fixed_issues: 0,
  broken_links: 1,
  repaired_links: 0,
  robots_changed: null,
  sitemap_changed: true,
}

it('the most urgent of the changes are those that keep pages out of search and break links', () => {
  expect(changesText(changes)).toBe(
    '2 new, 1 newly indexable, 1 no longer indexable, 1 new broken link, 3 new issues, sitemap changed',
  )
  expect(worstChanges(changes)).toBe('1 no longer indexable, 1 new broken link')
  expect(worstChanges({ ...changes, no_longer_indexable: 0, broken_links: 0 })).toBe('3 new issues, sitemap changed')
})
