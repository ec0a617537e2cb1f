import type { ReportListQuery, WebsiteListQuery } from '#contract/lists/list-query.ts'
import { paths } from '#web/app/paths.ts'
import { chosenPageSize } from '#web/data/preferences.ts'
import { isVisitor } from '#web/data/reader.ts'

/**
 * The paths of lists as links of the dashboard have them: with the number of rows of this browser, which the address
 * then says.
 */
export const listLinks = {
  reports: (query: Partial<ReportListQuery> = {}) => paths.reports({ ...chosenPageSize(), ...query }),
  /** The websites of our own service, those that need attention first. */
  websites: (query: Partial<WebsiteListQuery> = {}) =>
    paths.websites({ ...chosenPageSize(), sort_by: 'attention', ...query }),
  /** The pages of a website with the values of columns. */
  websitePages: (id: number, filters: Record<string, string>) =>
    paths.websitePages(id, { ...filters, per_page: String(chosenPageSize().per_page) }),
  /** The reports of a website, also for visitors. */
  website: (id: number, query: Partial<ReportListQuery> = {}) =>
    paths.website(id, { ...(!isVisitor() && chosenPageSize()), ...query }),
}
