import { lazy } from 'react'
import { Outlet, useLocation } from 'react-router-dom'
import { readId } from '#contract/list-query.ts'
import { NothingHere } from '#web/session/visitor-refusal.tsx'
import { VisitorFrame } from './visitor-frame.tsx'

const loadReport = () => import('#web/reports/visitor-report.tsx')
const loadWebsite = () => import('#web/websites/visitor-website.tsx')
const VisitorReportPage = lazy(() => loadReport().then((file) => ({ default: file.VisitorReportPage })))
const VisitorWebsitePage = lazy(() => loadWebsite().then((file) => ({ default: file.VisitorWebsitePage })))

/** The pages open to visitors without a key: the checks, and the reports and websites whose privacy allows it. */
export function VisitorPages() {
  const { pathname } = useLocation()
  const [, resource, text] = /^\/(reports|websites)\/([^/]+)/.exec(pathname) ?? []
  const id = readId(text)
  return (
    <VisitorFrame isShared={resource !== undefined}>
      {resource === undefined ? (
        <Outlet />
      ) : id === null ? (
        <NothingHere />
      ) : resource === 'reports' ? (
        <VisitorReportPage key={id} id={id} />
      ) : (
        <VisitorWebsitePage key={id} id={id} />
      )}
    </VisitorFrame>
  )
}
