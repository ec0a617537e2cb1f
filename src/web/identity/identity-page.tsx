import { useQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useParams } from 'react-router-dom'
import { readId } from '#contract/lists/list-query.ts'
import { renderModeOf } from '#contract/websites/identity.ts'
import { paths } from '#web/app/paths.ts'
import { asApiError } from '#web/data/api-error.ts'
import { startQuery } from '#web/data/query-client.ts'
import { renderWords } from '#web/forms/render-words.ts'
import { Failure } from '#web/list/list-notices.tsx'
import { useCanEdit } from '#web/resources/me.ts'
import { WebsiteCrumbs } from '#web/resources/website-crumbs.tsx'
import { WebsiteMissing, websiteQueries } from '#web/resources/websites.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Card, PageHeader, Skeleton } from '#web/ui/page.tsx'
import { unicodeHost } from '#web/ui/text.ts'
import { IdentityForm } from './identity-form.tsx'
import { identityQuery, type LoadedIdentity } from './queries.ts'
import { TryIdentity } from './try-identity.tsx'
import { identityWords as words } from './words.ts'
import styles from './identity.module.css'

export async function loader({ params }: LoaderFunctionArgs) {
  const id = readId(params['id'])
  if (id === null) return null
  await Promise.all([startQuery(websiteQueries.detail(id)), startQuery(identityQuery(id))])
  return null
}

export function Component() {
  const id = readId(useParams()['id'])
  return id === null ? <WebsiteMissing /> : <IdentityPage key={id} id={id} />
}

function IdentityPage({ id }: { id: number }) {
  const website = useQuery({ ...websiteQueries.detail(id), retryOnMount: false })
  const identity = useQuery({ ...identityQuery(id), retryOnMount: false })
  const canWrite = useCanEdit(id)
  const { error, refetch, isFetching } = website.error && !website.data ? website : identity
  const failure = error && !(website.data && identity.data) ? asApiError(error) : null
  if (failure?.kind === 'missing') return <WebsiteMissing />
  const domain = website.data && unicodeHost(website.data.domain)
  return (
    <div className="stack narrow">
      <PageHeader
        title={domain ? words.title(domain) : words.loadingTitle}
        documentTitle={domain ? words.documentTitle(domain) : words.loadingTitle}
        crumbs={<WebsiteCrumbs to={paths.websiteIssues(id)} name={domain} />}
        lead={words.lead}
      />
      {failure ? (
        <Failure error={failure} onRetry={() => void refetch()} busy={isFetching} />
      ) : website.data && identity.data ? (
        canWrite ? (
          <>
            <IdentityForm website={website.data} identity={identity.data} />
            <TryIdentity id={id} domain={website.data.domain} />
          </>
        ) : (
          <Summary identity={identity.data} />
        )
      ) : (
        <Card aria-busy="true" aria-label={words.loading}>
          <Skeleton height="20rem" />
        </Card>
      )}
    </div>
  )
}

/** What a read-only key learns. */
const Summary = ({ identity }: { identity: LoadedIdentity }) => (
  <Card className="stack snug">
    <Notice tone="info">{words.readOnly}</Notice>
    <ul className={`stack ${styles.summary}`}>
      <li>{words.renderNow(renderWords.modes[renderModeOf(identity.render)])}</li>
      {identity.judge_as_production === 1 && <li>{words.judgedAsProduction}</li>}
      <li>
        {identity.is_set ? words.isSet : words.isNotSet} {identity.is_locked && words.isLocked}
      </li>
    </ul>
  </Card>
)
