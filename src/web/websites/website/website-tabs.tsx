import { choice, type QueryParams } from '#contract/lists/query-params.ts'
import { paths } from '#web/app/paths.ts'
import { useOwnService } from '#web/data/service.ts'
import { useListQuery } from '#web/list/use-list-query.ts'
import { TabLinks } from '#web/ui/page.tsx'
import { ofPages } from '../website-summary.tsx'
import { websiteTabsWords as words } from '../words.ts'

const tabs = ['issues', 'history'] as const
type Tab = (typeof tabs)[number]

const tabParams: QueryParams<{ tab: Tab | null }> = { tab: choice(tabs, null) }

/** The open tab; null is the list of pages, the only part on other servers. */
export function useWebsiteTab(): { tab: Tab | null; hasTabs: boolean } {
  const hasTabs = useOwnService() === true
  const { query } = useListQuery(tabParams)
  return { tab: hasTabs ? query.tab : null, hasTabs }
}

/** Links to the parts of a website's page: its issues, its pages and their history. */
export function WebsiteTabs({ id, tab }: { id: number; tab: Tab | null }) {
  const links = [
    { tab: 'issues' as const, to: { search: '?tab=issues' } },
    { tab: null, to: paths.website(id, ofPages()) },
    { tab: 'history' as const, to: { search: '?tab=history' } },
  ]
  return (
    <TabLinks
      label={words.tabs}
      tabs={links.map((link) => ({
        name: words.tab[link.tab ?? 'pages'],
        to: link.to,
        isOpen: link.tab === tab,
      }))}
    />
  )
}
