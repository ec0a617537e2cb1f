import type { WebsiteListQuery } from '#contract/list-query.ts'
import { orderName, viewName } from '#web/lists/view-name.ts'
import { listWords } from '#web/words/lists.ts'
import { websitesWords } from '#web/words/websites.ts'

/** "Websites · “shop” · most reports first" */
export const websitesViewName = (query: Pick<WebsiteListQuery, 'search' | 'sort_by' | 'sort'>) =>
  viewName(websitesWords.title, [query.search && listWords.quoted(query.search), orderName(websitesWords.order, query)])
