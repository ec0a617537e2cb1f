import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import {
  defaultReportQuery,
  defaultWebsiteQuery,
  maxSearchLength,
  type WebsiteListQuery,
} from '#contract/list-query.ts'
import { supports } from '#contract/service-info.ts'
import { checksQuery } from '#web/checks/queries.ts'
import { useFullKeyFor } from '#web/data/extensions.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { serviceInfoQuery } from '#web/data/service.ts'
import { useMayWrite } from '#web/data/session.ts'
import { reportQueries } from '#web/resources/report-queries.ts'
import { websiteQueries } from '#web/resources/website-queries.ts'
import { unicodeHost } from '#web/ui/unicode-host.ts'
import { viewsQuery } from '#web/views/queries.ts'
import { websitePath } from '#web/websites/website-path.ts'
import {
  actionEntries,
  addEntry,
  alertsEntry,
  analyseEntries,
  checkEntry,
  checksEntry,
  type Entry,
  linksEntry,
  overviewEntry,
  ownerEntries,
  pageEntries,
  reportEntry,
  schedulesEntry,
  viewEntry,
} from './entries.ts'
import { ranked } from './rank.ts'
import { recentReports } from './recent-reports.ts'
import { commandMenuWords as words } from './words.ts'

const websites: WebsiteListQuery = { ...defaultWebsiteQuery, sort_by: 'reports_count' }
const maxPerKind = 6

/** The command menu's entries for a text, best first; `searching` until the server has responded. */
export function useFound(typed: string) {
  const preferences = usePreferences()
  const { data: saved } = useQuery(viewsQuery())
  const { data: service } = useQuery(serviceInfoQuery())
  const hasOverview = supports(service, 'overview')
  const hasTitles = supports(service, 'titles')
  const hasChecks = supports(service, 'checks')
  const hasLinks = supports(service, 'links')
  const hasAlerts = supports(service, 'alerts')
  const hasSchedules = supports(service, 'schedules')
  const isOwner = useFullKeyFor('keys')
  const mayWrite = useMayWrite()
  const [recent] = useState(recentReports)
  const wanted = typed.trim()
  const searched = useSettled(wanted, 150)
  const canSearch = searched !== '' && [...searched].length <= maxSearchLength && searched.isWellFormed()
  const websitesFound = useQuery({
    ...websiteQueries.list({ ...websites, search: searched.replace(/^https?:\/\//i, '') }),
    enabled: canSearch,
    placeholderData: keepPreviousData,
  })
  const reportsFound = useQuery({
    ...reportQueries.list({ ...defaultReportQuery, search: searched, titles: hasTitles ? '1' : null }),
    enabled: canSearch,
    placeholderData: keepPreviousData,
  })

  const { data: catalogue } = useQuery({ ...checksQuery(), enabled: hasChecks && wanted !== '' })

  const entries = useMemo(() => {
    const pageLinks = [
      ...(hasOverview ? [overviewEntry] : []),
      ...pageEntries,
      ...(hasChecks ? [checksEntry] : []),
      ...(hasAlerts ? [alertsEntry] : []),
      ...(hasSchedules ? [schedulesEntry] : []),
      ...(hasLinks ? [linksEntry] : []),
      ...(isOwner ? ownerEntries : []),
    ]
    const actions = [...(mayWrite ? [addEntry] : []), ...actionEntries(preferences)]
    const views = (saved?.views ?? []).map(viewEntry)
    if (wanted === '') return [...views.slice(0, 8), ...recent.slice(0, 5).map(reportEntry), ...pageLinks, ...actions]
    const known = new Set(recent.map(({ id }) => id))
    const found: Entry[] = canSearch
      ? [
          ...(websitesFound.data?.rows ?? []).slice(0, maxPerKind).map((website): Entry => ({
            key: `website ${website.id}`,
            kind: 'website',
            label: unicodeHost(website.domain),
            terms: website.domain,
            detail: website.reports_count === null ? undefined : words.reports(website.reports_count),
            icon: 'globe',
            to: websitePath(website),
            sure: searched === wanted && !websitesFound.isPlaceholderData,
          })),
          ...(reportsFound.data?.rows ?? [])
            .filter(({ id }) => !known.has(id))
            .slice(0, maxPerKind)
            .map((report): Entry => ({
              ...reportEntry(report),
              sure: searched === wanted && !reportsFound.isPlaceholderData,
            })),
        ]
      : []
    const checks = ranked(wanted, (catalogue?.data ?? []).map(checkEntry)).slice(0, maxPerKind)
    return ranked(wanted, [
      ...pageLinks,
      ...checks,
      ...views,
      ...found,
      ...recent.map(reportEntry),
      ...actions,
      ...(mayWrite ? analyseEntries(wanted) : []),
    ])
  }, [
    wanted,
    searched,
    canSearch,
    saved,
    catalogue,
    hasAlerts,
    hasChecks,
    hasLinks,
    hasOverview,
    hasSchedules,
    isOwner,
    mayWrite,
    recent,
    preferences,
    websitesFound.data,
    websitesFound.isPlaceholderData,
    reportsFound.data,
    reportsFound.isPlaceholderData,
  ])

  const waiting = canSearch && (websitesFound.isFetching || reportsFound.isFetching)
  return {
    entries,
    searching: wanted !== searched || waiting,
    failed: canSearch && !waiting && (websitesFound.isError || reportsFound.isError),
  }
}

/** `value`, once it hasn't changed for `pause` milliseconds. */
function useSettled(value: string, pause: number) {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(setSettled, pause, value)
    return () => clearTimeout(timer)
  }, [value, pause])
  return settled
}
