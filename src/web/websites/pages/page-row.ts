import type { PageListQuery } from '#contract/lists/page-list.ts'
import { WebsitePage } from '#contract/websites/page-row.ts'

/** A row of the table, by the ID of its latest report. */
export const PageRow = WebsitePage.transform((page) => ({ ...page, id: page.report_id }))
export type PageRow = ReturnType<typeof PageRow.parse>

/** The filters that have a control of their own. */
export type PageFilter = Exclude<keyof PageListQuery, 'search' | 'sort_by' | 'sort' | 'page' | 'per_page'>
