import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Link } from 'react-router-dom'
import { planParams } from '#contract/reports/what-if.ts'
import type { WebsiteIssue } from '#contract/websites/website-pages.ts'
import { paths } from '#web/app/paths.ts'
import { asApiError } from '#web/data/api-error.ts'
import { errorSentence } from '#web/data/error-words.ts'
import { isVisitor } from '#web/data/reader.ts'
import { assignIssues } from '#web/findings/assign-issues.ts'
import { PlanBar, usePlan } from '#web/findings/plan.tsx'
import { findingWords } from '#web/findings/words.ts'
import { Repairs } from '#web/list/list-notices.tsx'
import { QueryStates } from '#web/list/query-states.tsx'
import { useListQuery } from '#web/list/use-list-query.ts'
import { useCanEdit } from '#web/resources/me.ts'
import { useAssignees } from '#web/resources/people.ts'
import { websitePagesQueries } from '#web/resources/website-pages-queries.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { EmptyState } from '#web/ui/page.tsx'
import { issueWords, websiteTabsWords as words } from '../words.ts'
import { DuplicatesCard } from './duplicates-card.tsx'
import { IssuesTable } from './issues-table.tsx'
import { issuesParams } from './issues-view.ts'
import { PageGroups } from './page-groups.tsx'
import { StructureCard } from './structure-card.tsx'
import { WaiversCard } from './waivers-card.tsx'
import styles from './website-issues.module.css'

const AiCrawlers = lazyPart(() => import('./ai-crawlers.tsx').then((file) => file.AiCrawlers))
const AtRiskCard = lazyPart(() => import('#web/google/at-risk-card.tsx').then((file) => file.AtRiskCard))
const AssignDialog = lazyPart(() => import('#web/findings/assign-dialog.tsx').then((file) => file.AssignDialog))
const IssueTicket = lazyPart(() => import('./issue-ticket.tsx').then((file) => file.IssueTicket))

/** The issues that a crawl makes of duplicates. Without a crawl, they are only listed. */
const duplicateChecks = new Set(['title-unique', 'description-unique', 'duplicate-body'])

type WebsiteIssuesProps = {
  id: number
  /** The number of the website's pages; null if the server does not send it. */
  pages: number | null
  /** The clicks of its pages at risk; null without figures of Google. */
  atRisk: number | null
}

/** The work on a website: its issues in the order in which to fix them, duplicates, and groups of pages. */
export function WebsiteIssues({ id, pages, atRisk }: WebsiteIssuesProps) {
  const result = useQuery(websitePagesQueries.issues(id))
  const { data } = result
  return (
    <div className={`stack ${styles.parts}`}>
      {(atRisk ?? 0) > 0 && <AtRiskCard id={id} clicks={atRisk ?? 0} />}
      <QueryStates result={result} height="24rem" loading={words.loading}>
        {(loaded) => <Issues id={id} pages={pages} issues={loaded.data} />}
      </QueryStates>
      {!isVisitor() && <WaiversCard id={id} />}
      {data && <StructureCard id={id} structure={data.structure} />}
      {data && !data.data.some(({ check }) => duplicateChecks.has(check)) && <DuplicatesCard id={id} />}
      {data && !isVisitor() && <PageGroups id={id} />}
      {!isVisitor() && <AiCrawlers id={id} />}
      <WebsitePlan id={id} issues={data?.data ?? []} />
    </div>
  )
}

type IssuesProps = Omit<WebsiteIssuesProps, 'atRisk'> & { issues: readonly WebsiteIssue[] }

/** The issues, with the filters of the URL. Its plan can only have checks that are issues here. */
function Issues({ id, pages, issues }: IssuesProps) {
  const params = useMemo(
    () => ({ ...issuesParams, ...planParams(new Set(issues.map(({ check }) => check))) }),
    [issues],
  )
  const view = useListQuery(params)
  return (
    <>
      <Repairs repairs={view.repairs} />
      {issues.length > 0 ? (
        <IssuesTable id={id} pages={pages} issues={issues} view={view} />
      ) : (
        <EmptyState title={issueWords.none}>{issueWords.noneText}</EmptyState>
      )}
    </>
  )
}

type WebsitePlanProps = { id: number; issues: readonly WebsiteIssue[] }

/** The average of the website's pages if the issues of the plan were fixed. */
function WebsitePlan({ id, issues }: WebsitePlanProps) {
  const { fixed, clear } = usePlan()
  const canWrite = useCanEdit(id)
  const canAssign = useAssignees().length > 0 && canWrite
  const [dialog, setDialog] = useState<'ticket' | 'assignee' | null>(null)
  const plan = issues.map(({ check }) => check).filter((check) => fixed.has(check))
  const { data, error } = useQuery({
    ...websitePagesQueries.whatIf(id, plan),
    enabled: plan.length > 0,
    placeholderData: keepPreviousData,
  })
  if (plan.length === 0) return null
  const from = data?.average ?? null
  const to = data?.average_fixed ?? null
  return (
    <>
      <PlanBar
        text={findingWords.ifFixedEverywhere(plan.length, data?.pages_findable ?? 0)}
        scores={from === null || to === null ? undefined : { from, to }}
        error={error && errorSentence(asApiError(error))}
        onClear={clear}
      >
        {!isVisitor() && (
          <Button size="s" variant="main" onClick={() => setDialog('ticket')}>
            {issueWords.ticket}
          </Button>
        )}
        {canAssign && (
          <Button size="s" icon="person" onClick={() => setDialog('assignee')}>
            {findingWords.assignee}
          </Button>
        )}
        {canWrite && (
          <Link to={paths.websiteDocument(id, plan)} className={buttonClass({ size: 's' })}>
            {issueWords.addToDocument}
          </Link>
        )}
      </PlanBar>
      {dialog === 'ticket' && (
        <IssueTicket id={id} issues={issues.filter(({ check }) => fixed.has(check))} onClose={() => setDialog(null)} />
      )}
      {dialog === 'assignee' && (
        <AssignDialog
          title={findingWords.assignIssues(plan.length)}
          onSubmit={(assignee) => assignIssues(id, plan, assignee)}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  )
}
