import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router-dom'
import { asApiError } from '#web/data/api-error.ts'
import { checksQuery } from './queries.ts'
import { firstVisit } from '#web/data/first-visit.ts'
import { Failure } from '#web/list/failure.tsx'
import { paths } from '#web/app/paths.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { checksPageWords as words } from './page-words.ts'
import { Catalogue } from './catalogue.tsx'
import { CheckDescribed } from './check-described.tsx'
import { ChecksSkeleton } from './checks-skeleton.tsx'
import { NoCatalogue } from './no-catalogue.tsx'
import styles from './checks.module.css'

export async function loader() {
  await firstVisit(checksQuery())
  return null
}

/** Every check, or the one of the address, as the service itself describes it. */
export function Component() {
  const { id } = useParams()
  const { data: catalogue, error, refetch, isFetching } = useQuery(checksQuery())
  const check = catalogue?.data.find((one) => one.id === id)
  const isMissing = id !== undefined && catalogue && !check
  const lead = isMissing
    ? words.missingText(id)
    : catalogue && !id && words.lead(catalogue.data.length, catalogue.ruleset)
  return (
    <div className={styles.page}>
      <PageHeader
        title={isMissing ? words.missing : (check?.title_pass ?? words.title)}
        lead={lead}
        crumbs={
          id && (
            <nav aria-label={words.crumbs}>
              <Link to={paths.checks()}>{words.allChecks}</Link>
            </nav>
          )
        }
      />
      {catalogue && !id && <Catalogue catalogue={catalogue} />}
      {catalogue && check && <CheckDescribed check={check} catalogue={catalogue} />}
      {catalogue === null && <NoCatalogue />}
      {error && catalogue === undefined && (
        <Failure error={asApiError(error)} onRetry={() => void refetch()} busy={isFetching} />
      )}
      {!error && catalogue === undefined && <ChecksSkeleton />}
    </div>
  )
}
