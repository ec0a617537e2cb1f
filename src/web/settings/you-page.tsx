import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { OwnKeyForm } from '#contract/forms/access-forms.ts'
import type { KeyInfo } from '#contract/service-info.ts'
import { asApiError } from '#web/data/api-error.ts'
import { currentClient } from '#web/data/current-client.ts'
import { queryClient } from '#web/data/query-client.ts'
import { server } from '#web/data/server.ts'
import { serviceInfoQuery, useOwnKey } from '#web/data/service.ts'
import { signInWith, useSession } from '#web/data/session.ts'
import { Fields } from '#web/forms/fields.tsx'
import { RecordForm } from '#web/forms/form.tsx'
import { useRecordForm } from '#web/forms/use-record-form.ts'
import { Failure } from '#web/list/list-notices.tsx'
import { renameOwnKey } from '#web/session/own-key.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/field.tsx'
import { Card, Fact, PageHeader, Skeleton } from '#web/ui/page.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { keysQuery } from './queries.ts'
import { ServersCard } from './servers-card.tsx'
import { SignOutDialog } from './sign-out-dialog.tsx'
import { roleWords, settingsWords as words } from './words.ts'
import styles from './settings.module.css'

export function loader() {
  void queryClient.prefetchQuery(serviceInfoQuery())
  return null
}

/** The person who uses this browser: their name, key and server. */
export function Component() {
  const ownKey = useOwnKey()
  return (
    <div className="stack narrow">
      <PageHeader title={words.title} documentTitle={words.documentTitle} />
      {ownKey && <NameCard ownKey={ownKey} />}
      <KeyCard withName={!ownKey} />
      {import.meta.env.MODE === 'static' && <ServersCard />}
    </div>
  )
}

/** The name of one's own key, which colleagues see. */
function NameCard({ ownKey: stored }: { ownKey: KeyInfo }) {
  const form = useRecordForm({
    name: 'own key',
    stored,
    valuesOf: ({ name }) => ({ name }),
    schemaOf: () => OwnKeyForm,
    reload: async () => (await queryClient.fetchQuery({ ...serviceInfoQuery(), staleTime: 0 }))?.key ?? stored,
    async save({ name }) {
      const saved = await renameOwnKey(currentClient(), name)
      await queryClient.invalidateQueries({ queryKey: serviceInfoQuery().queryKey })
      void queryClient.invalidateQueries({ queryKey: keysQuery().queryKey })
      showToast({ text: words.name.saved, tone: 'good' })
      return saved
    },
  })
  return (
    <Card aria-label={words.name.title} className={`stack snug ${styles.card}`}>
      <RecordForm form={form} saveLabel={words.name.save}>
        <Fields form={form} />
      </RecordForm>
    </Card>
  )
}

/** The session's own key: its role, whether it is stored, and a sign-out button, which needs no response. */
function KeyCard({ withName }: { withName: boolean }) {
  const { data, error, isPending, isFetching, refetch } = useQuery(serviceInfoQuery())
  const { key: secret, remembered } = useSession()
  const [confirming, setConfirming] = useState(false)
  const key = data?.key
  return (
    <Card aria-labelledby="key" className={`stack snug ${styles.card}`} aria-busy={isPending}>
      <div className="row spread">
        <h2 id="key">{words.key.title}</h2>
        <Button icon="out" onClick={() => setConfirming(true)}>
          {words.key.signOut}
        </Button>
      </div>
      {isPending && <Skeleton height="9rem" />}
      {error && <Failure error={asApiError(error)} busy={isFetching} onRetry={() => void refetch()} />}
      {!isPending && !error && (
        <>
          {!key && <p>{words.key.unknown}</p>}
          <dl className="pairs stack tight">
            {key && (
              <>
                {withName && <Fact name={words.key.name}>{key.name}</Fact>}
                <Fact name={words.key.role}>{roleWords[key.role]}</Fact>
                <Fact name={words.key.id}>
                  <code>{key.id}</code>
                </Fact>
              </>
            )}
            <Fact name={words.server.address}>{server}</Fact>
            {data?.version && <Fact name={words.server.version}>{data.version}</Fact>}
          </dl>
          <Checkbox
            label={words.key.remember}
            hint={words.key.rememberHint}
            checked={remembered}
            onChange={(event) => secret && signInWith(secret, event.target.checked)}
          />
        </>
      )}
      {confirming && <SignOutDialog onClose={() => setConfirming(false)} />}
    </Card>
  )
}
