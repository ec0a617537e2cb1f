import { useLocation } from 'react-router-dom'
import { newestParams, reportListParams, selectsLatest } from '#contract/lists/list-query.ts'
import { choice, readQuery } from '#contract/lists/query-params.ts'
import { chosenPageSize } from '#web/data/preferences.ts'
import { isVisitor } from '#web/data/reader.ts'
import { useOwnService } from '#web/data/service.ts'
import { useListQuery } from '#web/list/use-list-query.ts'
import { listLinks } from '#web/resources/list-links.ts'
import { TabLinks } from '#web/ui/page.tsx'
import { websiteTabsWords as words } from '../words.ts'

const tabs = ['issues', 'pages', 'structure', 'crawls', 'history'] as const
type Tab = (typeof tabs)[number]

/** The tab `reports` is part of the history now. */
const tabParams = { tab: choice([...tabs, 'reports'], null) }
const listParams = [...Object.keys(reportListParams), ...Object.keys(newestParams)]

type OpenTab = {
  /** Null is the list of reports, the only part on other servers. Visitors have no other list of pages. */
  tab: Tab | null
  hasTabs: boolean
  /** The Pages tab shows the list of latest reports, which has filters of its own, such as the one by an issue. */
  isList: boolean
  /** The search parameters to which an earlier address of a part leads on. */
  moved: string | null
}

/** The open tab: of the URL or, without one, that of the list in the URL, or the issues. */
export function useWebsiteTab(): OpenTab {
  const hasTabs = useOwnService() === true
  const { tab } = useListQuery(tabParams).query
  const { search } = useLocation()
  if (!hasTabs) return { tab: null, hasTabs, isList: false, moved: null }
  if (isVisitor())
    return { tab: tab === 'issues' || tab === 'history' ? tab : null, hasTabs, isList: false, moved: null }
  const moved = movedTab(search)
  const isList = tab === null && selectsLatest(readQuery(reportListParams, new URLSearchParams(search)).query)
  return { tab: isList ? 'pages' : tab === 'reports' ? 'history' : (tab ?? 'issues'), hasTabs, isList, moved }
}

/**
 * Returns the search parameters of the part that has the reports of a URL: all reports are in the history, and the
 * latest of each page are the pages. Null if the URL is that part.
 */
export function movedTab(search: string): string | null {
  const params = new URLSearchParams(search)
  const tab = params.get('tab')
  const isOfReports = tab === 'reports' || tab === 'history'
  const others = [...params].filter(([name]) => name !== 'tab')
  if (selectsLatest(readQuery(reportListParams, params).query))
    return isOfReports ? new URLSearchParams(others).toString() : null
  const hasList = others.some(([name]) => listParams.includes(name))
  if (tab !== 'reports' && (tab !== null || !hasList)) return null
  return new URLSearchParams([['tab', 'history'], ...others]).toString()
}

/** Links to the parts of a website's page. */
export function WebsiteTabs({ id, tab }: { id: number; tab: Tab | null }) {
  const size = new URLSearchParams(Object.entries(chosenPageSize()).map(([name, value]) => [name, String(value)]))
  const part = (name: Tab, isList = false) => ({
    tab: name,
    name: words.tab[name],
    to: { search: `?tab=${name}${isList && !isVisitor() ? `&${size}` : ''}` },
  })
  const links = isVisitor()
    ? [part('issues'), { tab: null, name: words.tab.pages, to: listLinks.website(id) }, part('history')]
    : [part('issues'), part('pages', true), part('structure'), part('crawls'), part('history', true)]
  return (
    <TabLinks
      label={words.tabs}
      tabs={links.map((link) => ({ name: link.name, to: link.to, isOpen: link.tab === tab }))}
    />
  )
}
