import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import {
  defaultReportQuery,
  defaultWebsiteQuery,
  maxSearchLength,
  readId,
  type WebsiteListQuery,
} from '#contract/lists/list-query.ts'
import type { CheckInfo } from '#contract/reports/analysis.ts'
import { checksQuery } from '#web/checks/queries.ts'
import { useAnalyseRequests } from '#web/data/analyse-request.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { useCanEditAny } from '#web/resources/me.ts'
import { usePages } from '#web/resources/pages.ts'
import { reportQueries } from '#web/resources/report-queries.ts'
import { viewAt, viewsQuery } from '#web/resources/views.ts'
import { websiteQueries } from '#web/resources/websites.tsx'
import { useSettled } from '#web/ui/use-timers.ts'
import {
  actionEntries,
  addEntry,
  analyseEntries,
  checkEntry,
  type Entry,
  issueEntry,
  pageActionEntries,
  pageEntries,
  reportEntry,
  viewEntry,
  websiteEntry,
} from './entries.ts'
import { ranked } from './rank.ts'
import { recentReports } from './recent-reports.ts'

const websites: WebsiteListQuery = { ...defaultWebsiteQuery, sort_by: 'reports_count' }
const maxPerKind = 6

/** The command menu's entries for a text by group, best first; `searching` until the server has responded. */
export function useFound(typed: string) {
  const preferences = usePreferences()
  const { data: saved = [] } = useQuery(viewsQuery())
  const pages = usePages()
  const canEdit = useCanEditAny()
  const requests = useAnalyseRequests()
  const [recent] = useState(recentReports)
  const [pageActions] = useState(pageActionEntries)
  const wanted = typed.trim()
  const { data: catalogue } = useQuery({ ...checksQuery(), enabled: wanted !== '' })
  const checks = ranked(
    wanted,
    (catalogue?.data ?? []).map((info) => ({ ...checkEntry(info), info })),
  )
  const issues = useIssues(wanted === '' ? [] : checks.slice(0, maxIssues).map(({ info }) => info))
  const { found, searching, failed } = useServerSearch(wanted)

  const pageLinks = pageEntries(pages)
  const actions = [...(canEdit ? [addEntry(requests)] : []), ...actionEntries(preferences)]
  const views = saved.map(viewEntry)
  const opened = recent.map((report) => reportEntry(report, 'recent'))
  if (wanted === '') {
    const entries = [...opened.slice(0, 5), ...pageActions, ...views.slice(0, 8), ...pageLinks, ...actions]
    return { groups: groupsOf(entries), searching, failed }
  }
  // A pasted URL is to be analysed, and a typed host is searched first.
  const isUrl = /^https?:/i.test(wanted)
  const known = new Set(opened.map(({ key }) => key))
  const analyses = canEdit ? analyseEntries(wanted, requests) : []
  const others = ranked(wanted, [
    ...pageActions,
    ...pageLinks,
    ...(canEdit ? [addEntry(requests)] : []),
    ...issues,
    ...checks.slice(0, maxPerKind).map(({ info: _, ...check }) => check),
    ...views,
    ...found.websites.slice(0, maxPerKind),
    ...found.reports.filter(({ key }) => !known.has(key)).slice(0, maxPerKind),
    ...opened,
    ...actionEntries(preferences),
    ...(isUrl ? [] : analyses),
  ])
  const entries = isUrl ? [...analyses, ...others] : others
  return { groups: groupsOf(entries), searching, failed }
}

export type EntryGroup = { group: Entry['group']; items: Entry[] }

/** The group with the best entry is first. */
const groupsOf = (entries: readonly Entry[]): EntryGroup[] =>
  [...Map.groupBy(entries, ({ group }) => group)].map(([group, items]) => ({ group, items }))

const maxIssues = 3

/** The checks that pages of the open website, or of any, fail, with the number of these pages. */
function useIssues(checks: readonly CheckInfo[]): Entry[] {
  const { pathname, search } = useLocation()
  const opened = viewAt(pathname, search)
  const website = readId(new URLSearchParams(opened?.list === 'reports' ? opened.query : '').get('website_id') ?? '')
  const settled = useSettled(checks.map(({ id }) => id).join(), 150)
  const results = useQueries({
    queries: checks.map(({ id }) => ({
      ...reportQueries.list({ ...defaultReportQuery, website_id: website, latest: '1', check: id }),
      enabled: settled.split(',').includes(id),
    })),
  })
  return checks.flatMap((check, at) => {
    const pages = results[at]?.data?.total
    return pages ? [issueEntry(check, pages, website)] : []
  })
}

/** The websites and reports that the server finds for a text, once it hasn't changed for a moment. */
function useServerSearch(wanted: string) {
  const searched = useSettled(wanted, 150)
  const canSearch = searched !== '' && [...searched].length <= maxSearchLength && searched.isWellFormed()
  const options = { enabled: canSearch, placeholderData: keepPreviousData }
  const websitesFound = useQuery({
    ...websiteQueries.list({ ...websites, search: searched.replace(/^https?:\/\//i, '') }),
    ...options,
  })
  const reportsFound = useQuery({
    ...reportQueries.list({ ...defaultReportQuery, search: searched, titles: '1' }),
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
