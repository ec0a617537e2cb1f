import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Link } from 'react-router-dom'
import { grouped } from '#contract/format/numbers.ts'
import { planParams } from '#contract/reports/what-if.ts'
import type { IssueTarget, SharedCause, WebsiteIssue } from '#contract/websites/website-pages.ts'
import { paths } from '#web/app/paths.ts'
import { asApiError } from '#web/data/api-error.ts'
import { errorSentence } from '#web/data/error-words.ts'
import { isVisitor, useCanWrite } from '#web/data/reader.ts'
import { createWaiver } from '#web/findings/mutations.ts'
import { PlanBar, usePlan } from '#web/findings/plan.tsx'
import type { ScopeChoice } from '#web/findings/waiver-dialog.tsx'
import { findingWords } from '#web/findings/words.ts'
import { Repairs } from '#web/list/list-notices.tsx'
import { QueryStates } from '#web/list/query-states.tsx'
import { useListQuery } from '#web/list/use-list-query.ts'
import { websitePagesQueries } from '#web/resources/website-pages-queries.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { Card, CardHead, EmptyState } from '#web/ui/page.tsx'
import { urlParts } from '#web/ui/url.tsx'
import { websiteTabsWords as words } from '../words.ts'
import { DuplicatesCard } from './duplicates-card.tsx'
import { PageGroups } from './page-groups.tsx'
import { PageLink } from './page-link.tsx'
import { StructureCard } from './structure-card.tsx'
import { WaiversCard } from './waivers-card.tsx'
import styles from './website-issues.module.css'

const WaiverDialog = lazyPart(() => import('#web/findings/waiver-dialog.tsx').then((file) => file.WaiverDialog))

type WebsiteIssuesProps = {
  id: number
  /** The number of the website's pages; null if the server does not send it. */
  pages: number | null
}

/** The work on a website: the issues of its pages, the most expensive first, duplicates, and groups of pages. */
export function WebsiteIssues({ id, pages }: WebsiteIssuesProps) {
  const result = useQuery(websitePagesQueries.issues(id))
  const { data } = result
  const issues = data?.data ?? []
  return (
    <div className={`stack ${styles.parts}`}>
      {data && <PlanRepairs issues={issues} />}
      <QueryStates result={result} height="24rem" loading={words.loading}>
        {() =>
          issues.length > 0 ? (
            <IssuesTable id={id} pages={pages} issues={issues} />
          ) : (
            <EmptyState title={words.noIssues}>{words.noIssuesText}</EmptyState>
          )
        }
      </QueryStates>
      {!isVisitor() && <WaiversCard id={id} />}
      {data && <StructureCard id={id} structure={data.structure} />}
      {data && <DuplicatesCard id={id} />}
      {data && !isVisitor() && <PageGroups id={id} />}
      <WebsitePlan id={id} issues={issues} />
    </div>
  )
}

type IssuesTableProps = WebsiteIssuesProps & { issues: readonly WebsiteIssue[] }

function IssuesTable({ id, pages, issues }: IssuesTableProps) {
  const { columns } = words
  const [waived, setWaived] = useState<WebsiteIssue | null>(null)
  const onWaive = useCanWrite() ? setWaived : null
  const lost = issues.reduce((sum, issue) => sum + issue.points, 0)
  return (
    <Card flush aria-labelledby="issues">
      <CardHead id="issues" title={words.issues}>
        <p className="muted small">{words.issuesLead(issues.length, lost)}</p>
      </CardHead>
      <table className={`${styles.table} ${styles.issues}`}>
        <caption className="hidden-visually">{words.issues}</caption>
        <thead>
          <tr>
            <th scope="col">{columns.issue}</th>
            <th scope="col">{columns.importance}</th>
            <th scope="col">{columns.pages}</th>
            <th scope="col" className={styles.number}>
              {columns.points}
            </th>
            <th scope="col">{columns.sample}</th>
            <th scope="col" title={findingWords.planTitle}>
              {words.planned}
            </th>
            {onWaive && (
              <th scope="col">
                <span className="hidden-visually">{words.waive}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {issues.map((issue) => (
            <IssueRow key={issue.check} id={id} pages={pages} issue={issue} onWaive={onWaive} />
          ))}
        </tbody>
      </table>
      {waived && <WaiveIssue id={id} issue={waived} onClose={() => setWaived(null)} />}
    </Card>
  )
}

type IssueRowProps = {
  id: number
  pages: number | null
  issue: WebsiteIssue
  onWaive: ((issue: WebsiteIssue) => void) | null
}

function IssueRow({ id, pages, issue, onWaive }: IssueRowProps) {
  const { columns } = words
  const { fixed, toggle } = usePlan()
  const { check, importance, points, sample, causes, targets } = issue
  const name = issue.name ?? check
  const share = pages ? Math.min(1, issue.pages / pages) : null
  return (
    <tr>
      <th scope="row">
        {isVisitor() ? name : <Link to={paths.website(id, { check, latest: '1' })}>{name}</Link>}
        {issue.waived_pages > 0 && <p className="faint tiny">{words.waivedPages(issue.waived_pages)}</p>}
        {targets.length > 0 ? <Targets targets={targets} /> : <Causes causes={causes} />}
      </th>
      <td data-label={columns.importance} className={styles[importance]}>
        {words.importance[importance]}
      </td>
      <td data-label={columns.pages} title={pages === null ? undefined : words.share(issue.pages, pages)}>
        <span className={`grid ${styles.pages}`}>
          {grouped(issue.pages)}
          {share !== null && (
            <span className={styles.share} aria-hidden="true">
              <i style={{ width: `${share * 100}%` }} />
            </span>
          )}
        </span>
      </td>
      <td data-label={columns.points} className={styles.number}>
        {words.points(points)}
      </td>
      <td data-label={columns.sample} className={styles.sample}>
        {sample && <PageLink page={sample} />}
      </td>
      <td data-label={words.planned} className={styles.planned}>
        {points > 0 && (
          <label title={findingWords.planTitle}>
            <input type="checkbox" checked={fixed.has(check)} onChange={() => toggle(check)} />
            <span className="hidden-visually">{findingWords.plan(name)}</span>
          </label>
        )}
      </td>
      {onWaive && (
        <td className={styles.waive}>
          <Button size="s" variant="plain" aria-label={words.waiveIssue(name)} onClick={() => onWaive(issue)}>
            {words.waive}
          </Button>
        </td>
      )}
    </tr>
  )
}

/** The common causes of an issue: fixing one of these fixes it on all of its pages. */
function Causes({ causes: [first, ...others] }: { causes: readonly SharedCause[] }) {
  if (!first) return null
  const main = words.cause(first.label, first.pages)
  if (others.length === 0) return <p className="faint tiny">{main}</p>
  return (
    <details className={`faint tiny ${styles.causes}`}>
      <summary>
        {main} <span>{words.moreCauses(others.length)}</span>
      </summary>
      <ul>
        {others.map(({ key, label, pages }) => (
          <li key={key}>{words.cause(label, pages)}</li>
        ))}
      </ul>
    </details>
  )
}

/** The URLs that decide an issue, each with the pages that link to it or name it. */
const Targets = ({ targets }: { targets: readonly IssueTarget[] }) =>
  targets.map(({ url, pages, samples }) => (
    <details key={url} className={`faint tiny ${styles.causes}`}>
      <summary title={url}>
        <span>{words.linkTo(urlParts(url).path || '/', pages)}</span>
      </summary>
      <ul>
        {samples.map((page) => (
          <li key={page.report_id}>
            <PageLink page={page} />
          </li>
        ))}
        {samples.length < pages && <li>{words.morePages(samples.length, pages)}</li>}
      </ul>
    </details>
  ))

type WaiveIssueProps = { id: number; issue: WebsiteIssue; onClose: () => void }

/** Asks for the scope of a waiver: the whole website, or a page group. */
function WaiveIssue({ id, issue: { check, name }, onClose }: WaiveIssueProps) {
  const { data: groups = [] } = useQuery(websitePagesQueries.groups(id))
  const choices: ScopeChoice[] = [
    { scope: 'website', target: '', label: findingWords.places.website },
    ...groups.map(({ group }) => ({ scope: 'group' as const, target: group, label: findingWords.group(group) })),
  ]
  return (
    <WaiverDialog
      name={name ?? check}
      choices={choices}
      onSubmit={({ scope, target }, typed) => createWaiver(id, { check, scope, ...(target && { target }), ...typed })}
      onClose={onClose}
    />
  )
}

type WebsitePlanProps = { id: number; issues: readonly WebsiteIssue[] }

/** Lists the checks of the URL's plan that are no issue here. */
function PlanRepairs({ issues }: Pick<WebsitePlanProps, 'issues'>) {
  const params = useMemo(() => planParams(new Set(issues.map(({ check }) => check))), [issues])
  return <Repairs repairs={useListQuery(params).repairs} />
}

/** The average of the website's pages if the issues of the plan were fixed. */
function WebsitePlan({ id, issues }: WebsitePlanProps) {
  const { fixed, clear } = usePlan()
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
    <PlanBar
      text={findingWords.ifFixedEverywhere(plan.length)}
      scores={from === null || to === null ? undefined : { from, to }}
      error={error && errorSentence(asApiError(error))}
      onClear={clear}
    />
  )
}
