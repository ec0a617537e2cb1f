import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router-dom'
import { paths } from '#web/app/paths.ts'
import { asApiError } from '#web/data/api-error.ts'
import { startQuery } from '#web/data/start-query.ts'
import { Failure } from '#web/list/failure.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { AffectedPages } from './affected-pages.tsx'
import { Catalogue } from './catalogue.tsx'
import { CheckDetails } from './check-details.tsx'
import { checksQuery } from './queries.ts'
import { Scoring } from './scoring.tsx'
import { checksPageWords as words } from './words.ts'
import styles from './checks.module.css'

export async function loader() {
  await startQuery(checksQuery())
  return null
}

/** All checks, or the one in the URL, as the server describes them. */
export function Component() {
  const { id } = useParams()
  const { data: catalogue, error, refetch, isFetching } = useQuery(checksQuery())
  const find = (wanted: string | undefined) => catalogue?.data.find((one) => one.id === wanted)
  const nameOf = (one: string) => find(one)?.name ?? one
  const check = find(id)
  const isMissing = id !== undefined && catalogue && !check
  const lead = isMissing
    ? words.missingText(id)
    : catalogue && !id && words.lead(catalogue.data.length, catalogue.ruleset)
  return (
    <div className={styles.page}>
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
      {catalogue && !id && <Scoring ruleset={catalogue.ruleset} nameOf={nameOf} />}
      {catalogue && !id && <Catalogue catalogue={catalogue} />}
      {check && <AffectedPages check={check.id} />}
      {catalogue && check && <CheckDetails check={check} nameOf={nameOf} />}
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
