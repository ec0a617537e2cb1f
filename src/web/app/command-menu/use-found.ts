import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  defaultReportQuery,
  defaultWebsiteQuery,
  maxSearchLength,
  type WebsiteListQuery,
} from '#contract/lists/list-query.ts'
import { checksQuery } from '#web/checks/queries.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { useCanWrite } from '#web/data/reader.ts'
import { useFullKey, useOwnService } from '#web/data/service.ts'
import { reportQueries } from '#web/resources/report-queries.ts'
import { viewsQuery } from '#web/resources/views.ts'
import { websiteQueries } from '#web/resources/websites.tsx'
import { useSettled } from '#web/ui/use-timers.ts'
import {
  actionEntries,
  addEntry,
  analyseEntries,
  checkEntry,
  ownerEntries,
  pageEntries,
  reportEntry,
  viewEntry,
  websiteEntry,
} from './entries.ts'
import { ranked } from './rank.ts'
import { recentReports } from './recent-reports.ts'

const websites: WebsiteListQuery = { ...defaultWebsiteQuery, sort_by: 'reports_count' }
const maxPerKind = 6

/** The command menu's entries for a text, best first; `searching` until the server has responded. */
export function useFound(typed: string) {
  const preferences = usePreferences()
  const { data: saved = [] } = useQuery(viewsQuery())
  const isOwn = useOwnService() === true
  const isOwner = useFullKey()
  const canWrite = useCanWrite()
  const [recent] = useState(recentReports)
  const wanted = typed.trim()
  const { data: catalogue } = useQuery({ ...checksQuery(), enabled: isOwn && wanted !== '' })
  const { found, searching, failed } = useServerSearch(wanted, isOwn)

  const pageLinks = [...pageEntries(isOwn), ...(isOwner ? ownerEntries : [])]
  const actions = [...(canWrite ? [addEntry] : []), ...actionEntries(preferences)]
  const views = saved.map(viewEntry)
  const opened = recent.map(reportEntry)
  if (wanted === '')
    return { entries: [...views.slice(0, 8), ...opened.slice(0, 5), ...pageLinks, ...actions], searching, failed }
  const known = new Set(opened.map(({ key }) => key))
  const entries = ranked(wanted, [
    ...pageLinks,
    ...ranked(wanted, (catalogue?.data ?? []).map(checkEntry)).slice(0, maxPerKind),
    ...views,
    ...found.websites.slice(0, maxPerKind),
    ...found.reports.filter(({ key }) => !known.has(key)).slice(0, maxPerKind),
    ...opened,
    ...actions,
    ...(canWrite ? analyseEntries(wanted) : []),
  ])
  return { entries, searching, failed }
}

/** The websites and reports that the server finds for a text, once it hasn't changed for a moment. */
function useServerSearch(wanted: string, hasTitles: boolean) {
  const searched = useSettled(wanted, 150)
  const canSearch = searched !== '' && [...searched].length <= maxSearchLength && searched.isWellFormed()
  const options = { enabled: canSearch, placeholderData: keepPreviousData }
  const websitesFound = useQuery({
    ...websiteQueries.list({ ...websites, search: searched.replace(/^https?:\/\//i, '') }),
    ...options,
  })
  const reportsFound = useQuery({
    ...reportQueries.list({ ...defaultReportQuery, search: searched, titles: hasTitles ? '1' : null }),
    ...options,
  })
  const waiting = canSearch && (websitesFound.isFetching || reportsFound.isFetching)
  const isCurrent = searched === wanted
  const found = {
    websites: (canSearch ? (websitesFound.data?.rows ?? []) : []).map((website) => ({
      ...websiteEntry(website),
      sure: isCurrent && !websitesFound.isPlaceholderData,
    })),
    reports: (canSearch ? (reportsFound.data?.rows ?? []) : []).map((report) => ({
      ...reportEntry(report),
      sure: isCurrent && !reportsFound.isPlaceholderData,
    })),
  }
  return {
    found,
    searching: !isCurrent || waiting,
    failed: canSearch && !waiting && (websitesFound.isError || reportsFound.isError),
  }
}
