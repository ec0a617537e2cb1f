import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import type { GoogleProblem, SearchConnection } from '#contract/google/search-connection.ts'
import { paths } from '#web/app/paths.ts'
import { errorSentence } from '#web/data/error-words.ts'
import { useOwnerAccess } from '#web/data/service.ts'
import { useSubmit } from '#web/data/use-submit.ts'
import { QueryStates } from '#web/list/query-states.tsx'
import { useCanEdit } from '#web/resources/me.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Card, Fact, focusHeading } from '#web/ui/page.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { ChooseProperty } from './choose-property.tsx'
import { Doors, useOAuthProblem } from './doors.tsx'
import { connectionQuery, connectUrl, outdateFigures, pullNow } from './queries.ts'
import { websiteGoogleWords as words } from './words.ts'
import styles from './google.module.css'

const DisconnectDialog = lazyPart(() => import('./disconnect-dialog.tsx').then((file) => file.DisconnectDialog))
const FileDialog = lazyPart(() => import('./file-dialog.tsx').then((file) => file.FileDialog))
const ServiceAccountDialog = lazyPart(() =>
  import('./service-account-dialog.tsx').then((file) => file.ServiceAccountDialog),
)

const tones = { none: 'info', choose: 'decent', pulling: 'info', ready: 'good', waiting: 'decent', failed: 'bad' }

/** How the figures of a website come from Search Console, and what can be done about that. */
export function ConnectionCard({ id }: { id: number }) {
  const result = useQuery(connectionQuery(id))
  return (
    <QueryStates result={result} height="16rem" loading={words.loading}>
      {(connection) => <Connection id={id} connection={connection} />}
    </QueryStates>
  )
}

type Opened = 'service' | 'file' | 'disconnect'

type ConnectionProps = { id: number; connection: SearchConnection }

function Connection({ id, connection }: ConnectionProps) {
  const { kind, state, problem, last_day } = connection
  const canEdit = useCanEdit(id)
  const [isChanging, setChanging] = useState(false)
  const [opened, setOpened] = useState<Opened | null>(null)
  const close = () => setOpened(null)
  useEffect(() => (state === 'pulling' ? outdateFigures : undefined), [state])
  const isFile = kind === 'file' && state === 'ready'
  const choosesProperty = kind !== null && kind !== 'file' && (state === 'choose' || isChanging)
  return (
    <Card flush aria-labelledby="search-console">
      <div className="inset stack snug">
        <div className="stack tight">
          <div className="cluster">
            <h2 id="search-console">{words.search}</h2>
            <span className={classes('pill', tones[state])}>{isFile ? words.fileState : words.states[state]}</span>
          </div>
          <p className="pretty" role="status">
            {isFile ? words.fileSentence(last_day) : words.sentence[state](last_day)}
          </p>
        </div>
        {problem && !choosesProperty && <Problem id={id} problem={problem} connection={connection} />}
        {state !== 'none' && <Facts connection={connection} />}
        {kind === 'file' && <p className="muted small">{words.fileLimit}</p>}
        {!canEdit && <p className="muted small">{words.readOnly}</p>}
        {canEdit && choosesProperty && (
          <ChooseProperty
            id={id}
            kind={kind}
            property={connection.property}
            onDone={() => {
              setChanging(false)
              focusHeading()
            }}
          />
        )}
        {canEdit && kind !== null && !isChanging && (
          <Actions id={id} connection={connection} onChange={() => setChanging(true)} onOpen={setOpened} />
        )}
      </div>
      {canEdit && kind === null && <Doors id={id} onOpen={setOpened} />}
      {canEdit && kind !== null && (
        <details className={`reveal ${styles.others}`}>
          <summary className="small">{words.otherDoor}</summary>
          <Doors id={id} onOpen={setOpened} />
        </details>
      )}
      {/* They stay while the connection changes behind them. */}
      {opened === 'service' && <ServiceAccountDialog id={id} onClose={close} />}
      {opened === 'file' && <FileDialog id={id} onClose={close} />}
      {opened === 'disconnect' && kind !== null && <DisconnectDialog id={id} kind={kind} onClose={close} />}
    </Card>
  )
}

/** What Google refused, with the next step as a link. */
function Problem({ id, problem, connection }: ConnectionProps & { problem: GoogleProblem }) {
  const { code, message, link } = problem
  const canEdit = useCanEdit(id)
  const isOwner = useOwnerAccess()
  const canConnect = useOAuthProblem() === null
  const connectsAgain = canEdit && canConnect && connection.kind === 'oauth' && reconnected.has(code)
  return (
    <Notice
      tone={connection.state === 'failed' ? 'bad' : 'decent'}
      actions={
        <>
          {connectsAgain && (
            <a href={connectUrl(id)} className={buttonClass({ size: 's' })}>
              {words.again}
            </a>
          )}
          {code === 'client_refused' && isOwner && (
            <Link to={paths.googleSettings()} className={buttonClass({ size: 's' })}>
              {words.inSettings}
            </Link>
          )}
          {link !== null && (
            <a href={link} target="_blank" rel="noopener noreferrer" className={buttonClass({ size: 's' })}>
              {words.problemLinks[code] ?? words.otherProblem}
            </a>
          )}
        </>
      }
    >
      {message}
    </Notice>
  )
}

/** The problems that end once a person gives access again. */
const reconnected: ReadonlySet<GoogleProblem['code']> = new Set(['token_ended', 'scope_missing', 'secret_locked'])

function Facts({
  connection: { kind, property, account, first_day, last_day, rows },
}: Pick<ConnectionProps, 'connection'>) {
  return (
    <dl className={`cluster small ${styles.facts}`}>
      {property !== null && <Fact name={words.facts.property}>{property.replace('sc-domain:', '')}</Fact>}
      {account !== null && <Fact name={words.facts.account}>{account}</Fact>}
      {kind !== null && <Fact name={words.facts.kind}>{words.kinds[kind]}</Fact>}
      {first_day !== null && last_day !== null && (
        <Fact name={words.facts.days}>{words.days(first_day, last_day)}</Fact>
      )}
      {rows !== null && rows > 0 && <Fact name={words.facts.rows}>{words.rows(rows)}</Fact>}
    </dl>
  )
}

type ActionsProps = ConnectionProps & { onChange: () => void; onOpen: (opened: Opened) => void }

function Actions({ id, connection: { kind, state, property }, onChange, onOpen }: ActionsProps) {
  const { busy, error, submit } = useSubmit(async () => {
    await pullNow(id)
    showToast({ text: words.pulling, tone: 'good' })
  })
  return (
    <div className="stack tight">
      <div className="cluster">
        {kind === 'file' ? (
          <Button onClick={() => onOpen('file')}>{words.addFile}</Button>
        ) : (
          <>
            {property !== null && (
              <Button icon="again" busy={busy} disabled={state === 'pulling'} onClick={() => submit(undefined)}>
                {words.pull}
              </Button>
            )}
            {state !== 'choose' && (
              <Button onClick={onChange}>{property === null ? words.chooseProperty : words.changeProperty}</Button>
            )}
          </>
        )}
        <Button onClick={() => onOpen('disconnect')}>{words.disconnect}</Button>
      </div>
      {error && <p role="alert">{errorSentence(error)}</p>}
    </div>
  )
}
