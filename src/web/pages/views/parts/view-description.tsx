import { reportListParams, websiteListParams } from '#contract/list-query.ts'
import { readQuery } from '#contract/query-params.ts'
import type { View } from '#contract/views.ts'
import { useWebsiteName } from '#web/lists/use-website-name.ts'
import { orderName, reportsViewName, viewName } from '#web/lists/view-name.ts'
import { listWords } from '#web/words/lists.ts'
import { websitesWords } from '#web/words/websites.ts'
import styles from './views-page.module.css'

/** What a view shows, in the words with which its list names itself. */
export function ViewDescription({ view: { list, query } }: { view: View }) {
  const search = new URLSearchParams(query)
  return <p className={styles.shows}>{list === 'reports' ? <OfReports search={search} /> : ofWebsites(search)}</p>
}

function OfReports({ search }: { search: URLSearchParams }) {
  const { query } = readQuery(reportListParams, search)
  const website = useWebsiteName(query.website_id)
  return reportsViewName(query, website?.full ?? null)
}

function ofWebsites(search: URLSearchParams) {
  const { query } = readQuery(websiteListParams, search)
  return viewName(websitesWords.title, [query.search && listWords.quoted(query.search), orderName(websitesWords.order, query)])
}
