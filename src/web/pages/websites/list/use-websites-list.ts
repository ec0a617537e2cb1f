import { useQuery } from '@tanstack/react-query'
import { type WebsiteListQuery, websiteListParams } from '#contract/list-query.ts'
import type { Website } from '#contract/website.ts'
import { websiteQueries } from '#web/api/website-queries.ts'
import { type ListRows, useListRows } from '#web/lists/use-list-rows.ts'
import { type ListState, useListQuery } from '#web/lists/use-list-query.ts'
import { count } from '#web/words/lists.ts'
import { websitesWords } from '#web/words/websites.ts'

export type WebsitesListState = {
  list: ListState<WebsiteListQuery>
  rows: ListRows<WebsiteListQuery, Website>
  /** The number of all websites, where it is known without asking. */
  all: number | null
}

export function useWebsitesList(): WebsitesListState {
  const list = useListQuery(websiteListParams)
  const rows = useListRows(list.query, websiteQueries.list(list.query))
  const plain = useQuery({ ...websiteQueries.plainList(), enabled: false })
  return { list, rows, all: plain.data?.total ?? null }
}

/** "12 of 214 websites" */
export function countOfWebsites({ list, rows, all }: WebsitesListState) {
  if (!rows.page) return '\u00A0'
  const { total, totalRelation } = rows.page
  if (total === null) return websitesWords.countUnknown
  const counted = count(total, totalRelation)
  return list.query.search !== '' && all !== null && all > total ? websitesWords.countedOf(counted, all) : websitesWords.counted(counted)
}
