import { useQuery } from '@tanstack/react-query'
import { choice, type QueryParams } from '#contract/lists/query-params.ts'
import { type Extension, supports } from '#contract/service-info.ts'
import { paths } from '#web/app/paths.ts'
import { isVisitor } from '#web/data/reader.ts'
import { serviceInfoQuery } from '#web/data/service.ts'
import { useListQuery } from '#web/list/use-list-query.ts'
import { TabLinks } from '#web/ui/tab-links.tsx'
import { websiteTabsWords as words } from './website-tabs-words.ts'

const tabs = ['issues', 'history'] as const
type Tab = (typeof tabs)[number]

const extensionOf: Record<Tab, Extension> = { issues: 'issues', history: 'website_history' }
const tabParams: QueryParams<{ tab: Tab | null }> = { tab: choice(tabs, null) }

/** The tabs that the server has data for besides its pages, and the open one; null is the list of pages. */
export function useWebsiteTabs(): { tab: Tab | null; shown: readonly Tab[] } {
  const { data: service } = useQuery(serviceInfoQuery())
  const { query } = useListQuery(tabParams)
  const shown = tabs.filter((tab) => supports(service, extensionOf[tab]))
  return { tab: query.tab !== null && shown.includes(query.tab) ? query.tab : null, shown }
}

/** The lists of visitors have no filters of pages, so theirs is of all reports. */
const list = (id: number) => paths.website(id, isVisitor() ? {} : { latest: '1' })

/** Links to the parts of a website's page: its issues, its pages and their history. */
export function WebsiteTabs({ id, tab, shown }: { id: number; tab: Tab | null; shown: readonly Tab[] }) {
  const links = [
    { tab: 'issues' as const, to: { search: '?tab=issues' } },
    { tab: null, to: list(id) },
    { tab: 'history' as const, to: { search: '?tab=history' } },
  ].filter((link) => link.tab === null || shown.includes(link.tab))
  return (
    <TabLinks
      label={words.tabs}
      tabs={links.map((link) => ({
        name: words.tab[link.tab ?? (isVisitor() ? 'reports' : 'pages')],
        to: link.to,
        isOpen: link.tab === tab,
      }))}
    />
  )
}
