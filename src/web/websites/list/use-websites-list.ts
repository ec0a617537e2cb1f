import { useQuery } from '@tanstack/react-query'
import { type WebsiteListQuery, websiteListParams } from '#contract/list-query.ts'
import type { Website } from '#contract/website.ts'
import { serviceInfoQuery } from '#web/data/service.ts'
import { isVisitor } from '#web/data/session.ts'
import { websiteQueries } from '../queries.ts'
import { type ListRows, useListRows } from '#web/list/use-list-rows.ts'
import { type ListState, useListQuery } from '#web/list/use-list-query.ts'
import { count } from '#web/list/words.ts'
import { websitesWords } from '../words.ts'

export type WebsitesListState = {
  list: ListState<WebsiteListQuery>
  rows: ListRows<WebsiteListQuery, Website>
  /** The number of all websites, where it is known without asking. */
  all: number | null
  /** The server can list those of one privacy alone. */
  filtersPrivacy: boolean
}

/** A server that does not know the filter would send all websites as if they were those of one privacy. */
const unfiltered = { privacy: null }

export function useWebsitesList(): WebsitesListState {
  const filtersPrivacy = useFiltersPrivacy()
  const list = useListQuery(websiteListParams, filtersPrivacy ? undefined : unfiltered)
  const rows = useListRows(list.query, websiteQueries.list(list.query))
  const plain = useQuery({ ...websiteQueries.plainList(), enabled: false })
  return { list, rows, all: plain.data?.total ?? null, filtersPrivacy }
}

/** Until the server has said, it is taken to be ours: what stands there at once does not move what stands beside it. */
function useFiltersPrivacy() {
  const shared = isVisitor()
  const { data: service, isPending } = useQuery({ ...serviceInfoQuery(), enabled: !shared })
  return !shared && (isPending || service?.extensions.includes('privacy_filter') === true)
}

export const isFiltered = ({ search, privacy }: Pick<WebsiteListQuery, 'search' | 'privacy'>) =>
  search !== '' || privacy !== null

/** Whether two queries ask for different websites, and not only for another page or order of the same. */
export const websitesDiffer = (one: WebsiteListQuery, other: WebsiteListQuery) =>
  one.search !== other.search || one.privacy !== other.privacy

/** "12 of 214 websites" */
export function countOfWebsites({ list, rows, all }: Pick<WebsitesListState, 'list' | 'rows' | 'all'>) {
  if (!rows.page) return '\u00A0'
  const { total, totalRelation } = rows.page
  if (total === null) return websitesWords.countUnknown
  const counted = count(total, totalRelation)
  return isFiltered(list.query) && all !== null && all > total
    ? websitesWords.countedOf(counted, all)
    : websitesWords.counted(counted)
}
