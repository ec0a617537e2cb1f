import type { WebsiteListQuery } from '#contract/list-query.ts'
import { listWords } from '#web/list/words.ts'
import { websitesWords } from './words.ts'
import { orderName, viewName } from '#web/reports/view-name.ts'

/** "Public websites · “shop” · most reports first" */
export const websitesViewName = (query: Pick<WebsiteListQuery, 'search' | 'privacy' | 'sort_by' | 'sort'>) =>
  viewName(query.privacy === null ? websitesWords.title : websitesWords.ofPrivacy[query.privacy], [
    query.search && listWords.quoted(query.search),
    orderName(websitesWords.order, query),
  ])
