import { Outlet, useLocation } from 'react-router-dom'
import { pageAt } from '#contract/dashboard-pages.ts'
import { readId } from '#contract/lists/list-query.ts'
import { NothingHere } from '#web/session/visitor-refusal.tsx'
import { lazyPage } from '#web/ui/lazy-part.tsx'
import { VisitorFrame } from './visitor-frame.tsx'

const loadReport = () => import('#web/reports/visitor-report-pages.tsx')
const loadWebsite = () => import('#web/websites/visitor-website.tsx')
const VisitorReportPage = lazyPage(() => loadReport().then((file) => file.VisitorReportPage))
const VisitorExamplePage = lazyPage(() => loadReport().then((file) => file.VisitorExamplePage))
const VisitorWebsitePage = lazyPage(() => loadWebsite().then((file) => file.VisitorWebsitePage))

/** The pages open to visitors without a key: the checks, and the reports and websites whose privacy allows it. */
export function VisitorPages() {
  const { page, id: text } = pageAt(useLocation().pathname)
  const id = readId(text)
  const isShared = page === 'report' || page === 'website'
  const isOwn = isShared && text !== 'example'
  return (
    <VisitorFrame shared={isOwn ? { [page === 'report' ? 'report_id' : 'website_id']: id } : null}>
      {!isShared ? (
        <Outlet />
      ) : page === 'report' && text === 'example' ? (
        <VisitorExamplePage />
      ) : id === null ? (
        <NothingHere />
      ) : page === 'report' ? (
        <VisitorReportPage key={id} id={id} />
      ) : (
        <VisitorWebsitePage key={id} id={id} />
      )}
    </VisitorFrame>
  )
}
