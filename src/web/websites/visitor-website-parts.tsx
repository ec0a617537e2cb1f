import { type ReactNode } from 'react'
import type { Website } from '#contract/websites/website.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useWebsiteTab, WebsiteTabs } from './website/website-tabs.tsx'

const placeholder = () => <Skeleton height="24rem" />
const WebsiteIssues = lazyPart(() => import('./website/website-issues.tsx').then((file) => file.WebsiteIssues), {
  placeholder,
})
const WebsiteHistory = lazyPart(() => import('./website/website-history.tsx').then((file) => file.WebsiteHistory), {
  placeholder,
})

/** The issues and the history of a shared website, beside the list of its reports. */
export function VisitorWebsiteParts({ website, list }: { website: Website; list: ReactNode }) {
  const { tab, hasTabs } = useWebsiteTab()
  return (
    <>
      {hasTabs && <WebsiteTabs id={website.id} tab={tab} />}
      {tab === null && list}
      {tab === 'issues' && <WebsiteIssues id={website.id} pages={website.pages_count} />}
      {tab === 'history' && <WebsiteHistory id={website.id} />}
    </>
  )
}
