import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { privacies } from '#contract/website.ts'
import { websiteQueries } from './queries.ts'
import { useReportsList } from '#web/reports/use-reports-list.ts'
import { ForgetButton, Refusal, refusalOf } from '#web/session/refusal.tsx'
import { SharedWebsite } from './visitor-website.tsx'

/** A website that is shared, at the address the team uses. */
export function SharedWebsitePage({ id }: { id: number }) {
  const fixed = useMemo(() => ({ website_id: id }), [id])
  const state = useReportsList(fixed)
  const { data: website, error, refetch, isFetching } = useQuery({ ...websiteQueries.detail(id), retryOnMount: false })
  const refusal = refusalOf(website, error, state.rows.error)
  if (refusal) return <Refusal error={refusal} onRetry={() => void refetch()} busy={isFetching} />
  return (
    <SharedWebsite
      website={website}
      state={state}
      actions={website?.privacy === privacies.password && <ForgetButton path={`/shared/websites/${id}`} />}
    />
  )
}
