import { choice, type QueryParams } from '#contract/lists/query-params.ts'
import { isVisitor } from '#web/data/reader.ts'
import { useOwnService } from '#web/data/service.ts'
import { useListQuery } from '#web/list/use-list-query.ts'
import { listLinks } from '#web/resources/list-links.ts'
import { TabLinks } from '#web/ui/page.tsx'
import { ofPages } from '../website-summary.tsx'
import { websiteTabsWords as words } from '../words.ts'

const tabs = ['issues', 'pages', 'structure', 'crawls', 'history'] as const
type Tab = (typeof tabs)[number]

const tabParams: QueryParams<{ tab: Tab | null }> = { tab: choice(tabs, null) }

/** The open tab; null is the list of reports, the only part on other servers. Visitors have no other list of pages. */
export function useWebsiteTab(): { tab: Tab | null; hasTabs: boolean } {
  const hasTabs = useOwnService() === true
  const { query } = useListQuery(tabParams)
  const isKeyed = query.tab === 'pages' || query.tab === 'structure' || query.tab === 'crawls'
  const isMissing = !hasTabs || (isVisitor() && isKeyed)
  return { tab: isMissing ? null : query.tab, hasTabs }
}

/** Links to the parts of a website's page: issues, pages, reports, structure, crawls and history. */
export function WebsiteTabs({ id, tab }: { id: number; tab: Tab | null }) {
  const part = (name: Tab) => ({ tab: name, name: words.tab[name], to: { search: `?tab=${name}` } })
  const list = { tab: null, to: listLinks.website(id, ofPages()) }
  const links = [
    part('issues'),
    ...(isVisitor()
      ? [{ ...list, name: words.tab.pages }]
      : [part('pages'), { ...list, name: words.tab.reports }, part('structure'), part('crawls')]),
    part('history'),
  ]
  return (
    <TabLinks
      label={words.tabs}
      tabs={links.map((link) => ({
        name: link.name,
        to: link.to,
        isOpen: link.tab === tab,
      }))}
    />
  )
}
