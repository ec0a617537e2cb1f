import { lazy } from 'react'
import { Outlet, useLocation } from 'react-router-dom'
import { pageAt } from '#contract/dashboard-pages.ts'
import { readId } from '#contract/lists/list-query.ts'
import { NothingHere } from '#web/session/visitor-refusal.tsx'
import { VisitorFrame } from './visitor-frame.tsx'

const loadReport = () => import('#web/reports/visitor-report-pages.tsx')
const loadWebsite = () => import('#web/websites/visitor-website.tsx')
const VisitorReportPage = lazy(() => loadReport().then((file) => ({ default: file.VisitorReportPage })))
const VisitorExamplePage = lazy(() => loadReport().then((file) => ({ default: file.VisitorExamplePage })))
const VisitorWebsitePage = lazy(() => loadWebsite().then((file) => ({ default: file.VisitorWebsitePage })))

/** The pages open to visitors without a key: the checks, and the reports and websites whose privacy allows it. */
export function VisitorPages() {
  const { page, id: text } = pageAt(useLocation().pathname)
  const id = readId(text)
  const isShared = page === 'report' || page === 'website'
  return (
    <VisitorFrame isShared={isShared && text !== 'example'}>
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
