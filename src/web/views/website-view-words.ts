import type { Direction, PrivacyFilter, WebsiteListQuery, WebsiteSort } from '#contract/list-query.ts'
import { listWords, orderName, viewName } from '#web/list/words.ts'

/** What a list of websites can show, and in which order. */
export const websiteViewWords = {
  title: 'Websites',
  ofPrivacy: { 0: 'Public websites', 1: 'Private websites', 2: 'Password-protected websites' } satisfies Record<
    PrivacyFilter,
    string
  >,
  order: {
    id: { desc: 'newest first', asc: 'oldest first' },
    domain: { desc: 'domain Z to A', asc: 'domain A to Z' },
    reports_avg_score: { desc: 'highest score first', asc: 'lowest score first' },
    reports_count: { desc: 'most reports first', asc: 'fewest reports first' },
  } satisfies Record<WebsiteSort, Record<Direction, string>>,
}

/** Names a view of the websites, such as "Public websites · “shop” · most reports first". */
export const websiteViewName = (query: Pick<WebsiteListQuery, 'search' | 'privacy' | 'sort_by' | 'sort'>) =>
  viewName(query.privacy === null ? websiteViewWords.title : websiteViewWords.ofPrivacy[query.privacy], [
    query.search && listWords.quoted(query.search),
    orderName(websiteViewWords.order, query),
  ])
