import { queryOptions, useQuery } from '@tanstack/react-query'
import { createContext, use } from 'react'
import type { AnyReport } from '#contract/reports/any-report.ts'
import type { PageHistory } from '#contract/reports/comparison.ts'
import { PageFinding, SharedFinding, Waiver } from '#contract/reports/findings.ts'
import { readRows } from '#contract/responses/envelope.ts'
import { currentClient } from '#web/data/current-client.ts'
import { isVisitor } from '#web/data/reader.ts'
import { readFromOwn } from '#web/data/service.ts'
import { reportQueries } from '#web/resources/report-queries.ts'
import { websiteQueries } from '#web/resources/websites.tsx'

/** A finding without a decision. */
export const noDecision: Omit<PageFinding, 'check'> = {
  waived: false,
  status: 'open',
  back: false,
  owner: null,
  assignee_id: null,
  assignee_name: null,
  updated_at: null,
  updated_by: null,
  waiver: null,
}

/** A waiver as visitors see it: without its reason and author. */
const sharedWaiver = ({ check, waived }: SharedFinding): PageFinding => ({ ...noDecision, check, waived })

/** The decisions about the findings of a report's page. Null on other servers. */
export const findingsQuery = (id: number) =>
  queryOptions({
    queryKey: reportQueries.findings(id),
    queryFn: ({ signal }) => {
      const read = (body: unknown) =>
        isVisitor() ? readRows(SharedFinding, body).map(sharedWaiver) : readRows(PageFinding, body)
      return readFromOwn({ report: id, part: 'findings' }, read, signal)
    },
    staleTime: 60_000,
  })

/** Returns the waivers of a website, also expired ones. */
export const listWaivers = (websiteId: number, signal?: AbortSignal): Promise<Waiver[]> =>
  currentClient().get(`/waivers?website_id=${websiteId}`, (body) => readRows(Waiver, body), { signal })

export const waiversQuery = (websiteId: number) =>
  queryOptions({
    queryKey: [...websiteQueries.all(), 'waivers', websiteId],
    queryFn: ({ signal }) => listWaivers(websiteId, signal),
  })

type AboutReport = {
  report?: AnyReport | undefined
  issues?: PageHistory['issues'] | undefined
  /** No server has the report yet, so nothing can link to it, and nobody can decide about its issues. */
  isProvisional?: boolean
}

/** The report of the checks on its page. */
export const ReportOfChecks = createContext<AboutReport>({})

/** The state of an issue; undefined for a page with one report. */
export const useIssueState = (check: string) => use(ReportOfChecks).issues?.[check]

/** Returns true for the checks of a report that no server has yet. */
export const useIsProvisional = () => use(ReportOfChecks).isProvisional === true

/** The report of a check; undefined outside of a report's page. */
export const useReportOfChecks = () => use(ReportOfChecks).report

/** The decisions about the issues of the report, once another part of the page has loaded them. */
export function useKnownFindings() {
  const report = useReportOfChecks()
  return useQuery({ ...findingsQuery(report?.id ?? 0), enabled: false }).data ?? null
}
