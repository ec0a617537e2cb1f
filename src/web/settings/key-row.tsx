import type { ApiKey } from '#contract/keys.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { formatAbsolute } from '#web/ui/time.ts'
import { keysWords as words } from './key-words.ts'
import { keyState } from './key-state.ts'
import styles from './keys-page.module.css'

/** One key: whose, what it may do, when it was used last and when it ends. */
export function KeyRow({ apiKey, onRevoke }: { apiKey: ApiKey; onRevoke: () => void }) {
  const { id, name, role, created_at, last_used_at, current } = apiKey
  const state = keyState(apiKey)
  return (
    <li className={styles.row} data-key={id} data-over={state !== 'works' || undefined}>
      <div className={styles.about}>
        <span className={styles.name}>
          {name}
          {current && <span>{words.current}</span>}
        </span>
        <span className={styles.facts}>
          {words.roles[role]} · <code>{id}</code>
          {created_at && (
            <>
              {' · '}
              {words.made} <RelativeTime iso={created_at} />
            </>
          )}
          {' · '}
          {last_used_at ? (
            <>
              {words.lastUsed} <RelativeTime iso={last_used_at} />
            </>
          ) : (
            words.neverUsed
          )}
          {' · '}
          <End apiKey={apiKey} />
        </span>
      </div>
      <span className={styles.state} data-state={state}>
        <Icon name={state === 'works' ? 'check' : 'cross'} />
        {words.states[state]}
      </span>
      {state === 'works' ? (
        <Button size="s" icon="trash" aria-label={words.revokeThis(name)} onClick={onRevoke}>
          {words.revoke}
        </Button>
      ) : (
        <span />
      )}
    </li>
  )
}

function End({ apiKey: { revoked_at, expires_at } }: { apiKey: ApiKey }) {
  if (revoked_at) {
    return (
      <>
        {words.revokedOn} <RelativeTime iso={revoked_at} />
      </>
    )
  }
  if (!expires_at) return words.noEnd
  const date = new Date(expires_at)
  return (
    <>
      {date.getTime() > Date.now() ? words.ends : words.ended} <time dateTime={expires_at}>{formatAbsolute(date)}</time>
    </>
  )
}
