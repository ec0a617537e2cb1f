import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { checksQuery } from '#web/checks/queries.ts'
import { linkPath } from '#web/data/visitor-paths.ts'
import { VisitorRefusal, visitorRefusalOf } from '#web/session/visitor-refusal.tsx'
import { Button } from '#web/ui/button.tsx'
import { PageHeader } from '#web/ui/page.tsx'
import { ClientReport } from './client-report.tsx'
import { documentQuery } from './queries.ts'
import { documentWords as words } from './words.ts'
import styles from './client-report.module.css'

/** The client report of a share link, for clients: nothing but the document and how to print it. */
export function LinkedDocument({ token, actions }: { token: string; actions: ReactNode }) {
  const { data, error, refetch, isFetching } = useQuery(documentQuery(`${linkPath(token)}/document`))
  const { data: catalogue } = useQuery(checksQuery())
  const refusal = visitorRefusalOf(data, error)
  if (refusal) return <VisitorRefusal error={refusal} token={token} onRetry={() => void refetch()} busy={isFetching} />
  if (!data || catalogue === undefined) return <PageHeader title={words.loading} />
  return (
    <>
      <div className={styles.toolbar}>
        <span />
        {actions}
        <Button onClick={() => print()}>{words.print}</Button>
      </div>
      <ClientReport document={data} catalogue={catalogue?.data ?? []} />
    </>
  )
}
