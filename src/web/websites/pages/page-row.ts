import type { PageListQuery } from '#contract/lists/page-list.ts'
import { WebsitePage } from '#contract/websites/page-row.ts'

/** A row of the table. */
export const PageRow = WebsitePage
export type PageRow = ReturnType<typeof PageRow.parse>

/** The filters that have a name of their own. Links set that of an issue. */
export type PageFilter = Exclude<keyof PageListQuery, 'search' | 'sort_by' | 'sort' | 'page' | 'per_page'>
