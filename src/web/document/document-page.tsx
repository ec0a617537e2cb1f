import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import type { CheckInfo } from '#contract/reports/analysis.ts'
import { readFixed } from '#contract/reports/what-if.ts'
import type { WebsiteIssue } from '#contract/websites/website-pages.ts'
import { paths } from '#web/app/paths.ts'
import { checksQuery } from '#web/checks/queries.ts'
import { actionFor } from '#web/checks/words.ts'
import { asApiError } from '#web/data/api-error.ts'
import { useEarlyFailure } from '#web/data/early-failure.ts'
import { queryClient } from '#web/data/query-client.ts'
import { useOwnerAccess } from '#web/data/service.ts'
import { Failure } from '#web/list/list-notices.tsx'
import { useCanEdit } from '#web/resources/me.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { PageHeader } from '#web/ui/page.tsx'
import { ClientReport } from './client-report.tsx'
import { PdfButton } from './pdf-button.tsx'
import { documentQuery } from './queries.ts'
import { documentWords as words, introductionWords } from './words.ts'
import styles from './client-report.module.css'

const IntroductionDialog = lazyPart(() => import('./introduction-dialog.tsx').then((file) => file.IntroductionDialog))

export function loader() {
  void queryClient.prefetchQuery(checksQuery())
  return null
}

/** The client report of a report, a website or a list, for key holders. */
export function Component() {
  const { pathname, search } = useLocation()
  const [, folder = ''] = /\/((?:reports|websites)\/[^/]+\/document|documents\/[^/]+)\/?$/.exec(pathname) ?? []
  const path = `/${folder}`
  const shown = withoutPlan(search)
  const result = useQuery(documentQuery(path + shown))
  const { data, refetch, isFetching } = result
  const error = useEarlyFailure(result)
  const { data: catalogue } = useQuery(checksQuery())
  const canEdit = useCanEdit(data?.website?.id ?? data?.report?.website_id ?? null)
  const canChangeBrand = useOwnerAccess()
  const navigate = useNavigate()
  const planned = readFixed(new URLSearchParams(search).get('fixed') ?? '')
  const [isEditing, setEditing] = useState(planned.length > 0)
  // A list isn't stored, and so has no introduction of its own.
  const [subject] = /^(reports|websites)\/\d+/.exec(folder) ?? []
  const introduced = subject ? `/${subject}/introduction` : null
  if (error && !data) {
    return (
      <>
        <PageHeader title={words.loading} />
        <Failure error={asApiError(error)} onRetry={() => void refetch()} busy={isFetching} />
      </>
    )
  }
  if (!data || catalogue === undefined) return <PageHeader title={words.loading} />
  return (
    <>
      <div className={`cluster ${styles.toolbar}`}>
        <Link to={backOf(folder, shown)} className={buttonClass({ variant: 'plain' })}>
          {words.back}
        </Link>
        {canChangeBrand && (
          <Link to={paths.brand()} className={buttonClass()}>
            {words.editBrand}
          </Link>
        )}
        {introduced && canEdit && <Button onClick={() => setEditing(true)}>{introductionWords.edit}</Button>}
        <PdfButton path={`${path}.pdf${shown}`} document={data} />
      </div>
      {isEditing && introduced && canEdit && (
        <IntroductionDialog
          path={introduced}
          own={data.introduction}
          ofBrand={data.brand.intro}
          added={planText(planned, data.issues ?? [], catalogue?.data ?? [])}
          onClose={() => {
            setEditing(false)
            if (planned.length > 0) void navigate({ search: shown }, { replace: true })
          }}
        />
      )}
      <ClientReport document={data} catalogue={catalogue?.data ?? []} />
    </>
  )
}

/** A plan only adds to the introduction. */
function withoutPlan(search: string): string {
  const params = new URLSearchParams(search)
  params.delete('fixed')
  return params.size > 0 ? `?${params}` : ''
}

/** Announces what will be done about issues. Empty without a plan. */
function planText(planned: readonly string[], issues: readonly WebsiteIssue[], catalogue: readonly CheckInfo[]) {
  const actions = issues
    .filter(({ check }) => planned.includes(check))
    .map(({ check, name, problem, pages }) =>
      actionFor(catalogue.find(({ id }) => id === check)?.action ?? problem ?? name ?? check, pages),
    )
  return actions.length === 0 ? '' : introductionWords.plan(actions)
}

/** The page that the client report was made from. */
function backOf(folder: string, search: string): string {
  const [, resource, id] = /^(reports|websites)\/(\d+)/.exec(folder) ?? []
  if (resource === 'reports') {
    const compare = Number(new URLSearchParams(search).get('compare')) || undefined
    return paths.report(Number(id), { compare })
  }
  if (resource) return paths.websiteIssues(Number(id))
  return (folder === 'documents/websites' ? paths.websites() : paths.reports()) + search
}
