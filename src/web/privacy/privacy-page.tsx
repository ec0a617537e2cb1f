import { useQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useParams } from 'react-router-dom'
import { readId } from '#contract/lists/list-query.ts'
import { privacyLabels } from '#contract/websites/website.ts'
import { paths } from '#web/app/paths.ts'
import { asApiError } from '#web/data/api-error.ts'
import { useEarlyFailure } from '#web/data/early-failure.ts'
import { startQuery } from '#web/data/query-client.ts'
import { Failure } from '#web/list/list-notices.tsx'
import { useCanEdit } from '#web/resources/me.ts'
import { WebsiteCrumbs } from '#web/resources/website-crumbs.tsx'
import { WebsiteMissing, websitePath, websiteQueries } from '#web/resources/websites.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Card, PageHeader, Skeleton } from '#web/ui/page.tsx'
import { unicodeHost } from '#web/ui/text.ts'
import { PrivacyForm } from './privacy-form.tsx'
import { privacyWords as words } from './words.ts'

export async function loader({ params }: LoaderFunctionArgs) {
  const id = readId(params['id'])
  if (id !== null) await startQuery(websiteQueries.detail(id))
  return null
}

export function Component() {
  const id = readId(useParams()['id'])
  return id === null ? <WebsiteMissing /> : <PrivacyPage key={id} id={id} />
}

function PrivacyPage({ id }: { id: number }) {
  const result = useQuery({ ...websiteQueries.detail(id), retryOnMount: false })
  const { data: website, refetch, isFetching } = result
  const error = useEarlyFailure(result)
  const canWrite = useCanEdit(id)
  const failure = error && !website ? asApiError(error) : null
  if (failure?.kind === 'missing') return <WebsiteMissing />
  const domain = website && unicodeHost(website.domain)
  return (
    <div className="stack narrow">
      <PageHeader
        title={domain ? words.title(domain) : words.loadingTitle}
        documentTitle={domain ? words.documentTitle(domain) : words.loadingTitle}
        crumbs={<WebsiteCrumbs to={website ? websitePath(website) : paths.website(id)} name={domain} />}
        lead={website && words.lead(website.reports_count)}
      />
      {failure ? (
        <Failure error={failure} onRetry={() => void refetch()} busy={isFetching} />
      ) : website ? (
        canWrite ? (
          <PrivacyForm website={website} />
        ) : (
          <Notice tone="info">
            {website.privacy === null ? words.readOnlyUnknown : words.readOnly(privacyLabels[website.privacy])}
          </Notice>
        )
      ) : (
        <Card aria-busy="true" aria-label={words.loading}>
          <Skeleton height="20rem" />
        </Card>
      )}
    </div>
  )
}
