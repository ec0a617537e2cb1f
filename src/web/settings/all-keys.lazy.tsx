import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { ApiKey } from '#contract/keys.ts'
import { asApiError } from '#web/data/api-error.ts'
import { keysQuery } from './key-queries.ts'
import { useFullKeyFor } from '#web/data/service.ts'
import { Failure } from '#web/list/failure.tsx'
import { paths } from '#web/app/paths.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { keysWords as words } from './key-words.ts'
import { KeyRow } from './key-row.tsx'
import styles from './keys-page.module.css'
import { MakeKeyDialog } from './make-key-dialog.tsx'
import { RevokeKeyDialog } from './revoke-key-dialog.tsx'

/** Every key there is, to make more and to revoke those no longer wanted. */
export function AllKeys() {
  const isHere = useFullKeyFor('keys')
  const { data: keys, error, isFetching, refetch } = useQuery({ ...keysQuery(), enabled: isHere === true })
  const [making, setMaking] = useState(false)
  const [revoking, setRevoking] = useState<ApiKey | null>(null)
  const make = (
    <Button variant="main" icon="plus" onClick={() => setMaking(true)}>
      {words.make}
    </Button>
  )
  return (
    <div className={styles.page}>
      <PageHeader
        title={words.title}
        lead={words.lead}
        crumbs={<Link to={paths.settings()}>{words.settings}</Link>}
        actions={isHere && make}
      />
      {isHere === false && (
        <Card>
          <EmptyState
            title={words.notHere}
            actions={
              <Link to={paths.settings()} className={buttonClass({ variant: 'main' })}>
                {words.toSettings}
              </Link>
            }
          >
            {words.notHereText}
          </EmptyState>
        </Card>
      )}
      {error && !keys && <Failure error={asApiError(error)} busy={isFetching} onRetry={() => void refetch()} />}
      {isHere !== false && !keys && !error && <Skeleton height="12rem" />}
      {keys && (
        <Card flush aria-label={words.list}>
          <ul className={styles.rows}>
            {keys.map((one) => (
              <KeyRow key={one.id} apiKey={one} onRevoke={() => setRevoking(one)} />
            ))}
          </ul>
        </Card>
      )}
      {making && <MakeKeyDialog onClose={() => setMaking(false)} />}
      {revoking && <RevokeKeyDialog apiKey={revoking} onClose={() => setRevoking(null)} />}
    </div>
  )
}
