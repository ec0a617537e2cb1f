import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link, type LoaderFunctionArgs, useParams } from 'react-router-dom'
import { canJudge, type Outcome, rankLabels, ranks } from '#contract/reports/analysis.ts'
import { ratingTable } from '#contract/reports/rating.ts'
import { RulesetChanges } from '#contract/reports/ruleset-changes.ts'
import { readItem } from '#contract/responses/envelope.ts'
import { CheckPages } from '#contract/websites/website-pages.ts'
import { paths } from '#web/app/paths.ts'
import { asApiError, nullIfMissing } from '#web/data/api-error.ts'
import { startQuery } from '#web/data/query-client.ts'
import { server } from '#web/data/server.ts'
import { readFromOwn } from '#web/data/service.ts'
import { Failure } from '#web/list/list-notices.tsx'
import { listLinks } from '#web/resources/list-links.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Card, EmptyState, PageHeader, Skeleton } from '#web/ui/page.tsx'
import { Catalogue } from './catalogue.tsx'
import { CheckDetails } from './check-details.tsx'
import { checkNameIn, checksQuery } from './queries.ts'
import { outcomeWords, checksPageWords as words } from './words.ts'
import styles from './checks.module.css'

export async function loader({ params: { id } }: LoaderFunctionArgs) {
  // The number of pages is above the description.
  await Promise.all([startQuery(checksQuery()), id && startQuery(checkPagesQuery(id))])
  return null
}

/** All checks, or the one in the URL, as the server describes them. */
export function Component() {
  const { id } = useParams()
  const { data: catalogue, error, refetch, isFetching } = useQuery(checksQuery())
  const find = (wanted: string | undefined) => catalogue?.data.find((check) => check.id === wanted)
  const checkName = (check: string) => checkNameIn(catalogue?.data, check)
  const check = find(id)
  const isMissing = id !== undefined && catalogue && !check
  const lead = isMissing
    ? words.missingText(id)
    : catalogue && !id && words.lead(catalogue.data.filter(canJudge).length, catalogue.ruleset)
  return (
    <div className={`stack ${styles.page}`}>
      <PageHeader
        title={isMissing ? words.missing : (check?.name ?? check?.title_pass ?? words.title)}
        lead={lead}
        crumbs={
          id && (
            <nav aria-label={words.crumbs}>
              <Link to={paths.checks()}>{words.allChecks}</Link>
            </nav>
          )
        }
      />
      {catalogue && !id && <Scoring ruleset={catalogue.ruleset} checkName={checkName} />}
      {catalogue && !id && <Catalogue catalogue={catalogue} />}
      {check && <AffectedPages check={check.id} />}
      {catalogue && check && <CheckDetails check={check} checkName={checkName} />}
      {catalogue === null && <NoCatalogue />}
      {error && catalogue === undefined && (
        <Failure error={asApiError(error)} onRetry={() => void refetch()} busy={isFetching} />
      )}
      {!error && catalogue === undefined && (
        <div aria-busy="true" aria-label={words.loading} role="group">
          <Skeleton height="24rem" />
        </div>
      )}
    </div>
  )
}

/** Shown on servers that have reports but don't describe their checks. */
const NoCatalogue = () => (
  <EmptyState
    title={words.none}
    actions={
      <Link to={paths.reports()} className={buttonClass()}>
        {words.toReports}
      </Link>
    }
  >
    {words.noneText}
  </EmptyState>
)

/** A check that a ruleset does not have was not checked either. */
const outcomeName = (outcome: Outcome | null) => outcomeWords.outcome[outcome ?? 'unknown']

/** The changes of stored reports by a ruleset. */
const rulesetChangesQuery = (ruleset: number) =>
  queryOptions({
    queryKey: [server, 'ruleset-changes', ruleset],
    queryFn: ({ signal }) =>
      nullIfMissing(readFromOwn(`/rulesets/${ruleset}/changes`, (body) => readItem(RulesetChanges, body), signal)),
  })

/** Explains the score with a worked example, and lists the changes of the current ruleset. */
function Scoring({ ruleset, checkName }: { ruleset: number; checkName(id: string): string }) {
  const { method } = words
  const { data: changes = null } = useQuery(rulesetChangesQuery(ruleset))
  return (
    <Card className={`stack breaks pretty ${styles.prose}`}>
      <details>
        <summary>{method.title}</summary>
        <ul>
          {method.rules.map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
        <p>{method.example}</p>
        <ul>
          {method.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ul>
        <p>{method.result}</p>
      </details>
      <details>
        <summary>{method.orderTitle}</summary>
        <ol>
          {ranks.map((rank) => (
            <li key={rank}>{rankLabels[rank]}</li>
          ))}
        </ol>
        <p>{method.order}</p>
        <p>{method.settings}</p>
      </details>
      {changes && changes.checks.length > 0 && (
        <details>
          <summary>{method.changes(ruleset, changes.pages, changes.websites)}</summary>
          <ul>
            {changes.ratings.map(({ from, to, pages }) => (
              <li key={from + to}>
                {method.change(method.rating, ratingTable[from].label, ratingTable[to].label, pages)}
              </li>
            ))}
            {changes.checks.map(({ id, from, to, pages }) => (
              <li key={`${id} ${from} ${to}`}>
                {method.change(checkName(id), outcomeName(from), outcomeName(to), pages)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </Card>
  )
}

/** The number of pages with an issue, by their latest reports. */
const checkPagesQuery = (check: string) =>
  queryOptions({
    queryKey: [server, 'check-pages', check],
    queryFn: ({ signal }) =>
      nullIfMissing(
        readFromOwn(`/checks/${encodeURIComponent(check)}/pages`, (body) => readItem(CheckPages, body), signal),
      ),
  })

/** Links to the pages on which a check fails or warns, with their number. Nothing on other servers. */
function AffectedPages({ check }: { check: string }) {
  const { data } = useQuery(checkPagesQuery(check))
  if (!data) return null
  const { pages, websites, total } = data
  return (
    <Card className="muted inset">
      {pages === 0 ? (
        words.affectsNone(total)
      ) : (
        <>
          <Link to={listLinks.reports({ check, latest: '1' })} className="medium">
            {words.affected(pages, total)}
          </Link>{' '}
          {words.affectedWebsites(websites)}
        </>
      )}
    </Card>
  )
}
