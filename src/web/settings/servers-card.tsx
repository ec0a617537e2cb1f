import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '#web/app/paths.ts'
import {
  addServer,
  type KnownServer,
  knownServers,
  removeKey,
  removeServer,
  renameServer,
  storedKey,
  switchServer,
} from '#web/data/known-servers.ts'
import { server } from '#web/data/server.ts'
import { serviceInfoQuery } from '#web/data/service.ts'
import { signOut } from '#web/data/session.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { Card } from '#web/ui/page.tsx'
import { roleWords, serversWords as words } from './words.ts'
import styles from './settings.module.css'

const RenameServerDialog = lazyPart(() => import('./rename-server-dialog.tsx').then((file) => file.RenameServerDialog))

type Action = 'remove' | 'rename'
type OpenDialog = { action: Action; server: KnownServer } | null

/** The servers saved in this browser, to switch, rename, remove, or sign out of one. */
export function ServersCard() {
  const [servers, setServers] = useState(knownServers)
  const [dialog, setDialog] = useState<OpenDialog>(null)
  const { data: info } = useQuery(serviceInfoQuery())
  const reload = () => setServers(knownServers())
  const role = info?.key?.role

  useEffect(() => {
    const known = knownServers().find(({ address }) => address === server)
    if (role === undefined || !known || known.role === role) return
    addServer({ ...known, role })
    reload()
  }, [role])

  const signOutOf = ({ address }: KnownServer) => {
    if (address === server) return signOut()
    removeKey(address)
    reload()
  }
  return (
    <Card aria-labelledby="servers" className={`stack snug ${styles.card}`}>
      <h2 id="servers">{words.title}</h2>
      <p>{words.lead}</p>
      <ul className={styles.servers}>
        {servers.map((known) => (
          <ServerItem
            key={known.address}
            server={known}
            onSignOut={() => signOutOf(known)}
            onAction={(action) => setDialog({ action, server: known })}
          />
        ))}
      </ul>
      <p>
        <Link to={`${paths.signIn()}?another`} className={buttonClass()}>
          {words.add}
        </Link>
      </p>
      {dialog?.action === 'rename' && (
        <RenameServerDialog
          name={dialog.server.name}
          onClose={() => setDialog(null)}
          onName={(name) => {
            renameServer(dialog.server.address, name)
            setDialog(null)
            reload()
          }}
        />
      )}
      <ConfirmDialog
        open={dialog?.action === 'remove'}
        title={words.confirmRemove(dialog?.server.name ?? '')}
        confirmLabel={words.remove}
        cancelLabel={words.cancel}
        danger
        onClose={() => setDialog(null)}
        onConfirm={() => {
          if (dialog) removeFromList(dialog.server.address)
          setDialog(null)
          reload()
        }}
      >
        {words.removeText}
      </ConfirmDialog>
    </Card>
  )
}

type ServerItemProps = { server: KnownServer; onSignOut: () => void; onAction: (action: Action) => void }

function ServerItem({ server: { address, name, role }, onSignOut, onAction }: ServerItemProps) {
  const isCurrent = address === server
  const hasKey = storedKey(address) !== null
  return (
    <li className="cluster spread" data-current={isCurrent || undefined}>
      <div className={`about ${styles.server}`}>
        <b>{name}</b>
        <span className="muted small">{address}</span>
        <span className="muted small">
          {[isCurrent && words.current, hasKey ? (role ? roleWords[role] : words.signedIn) : words.signedOut]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </div>
      <div className={`cluster ${styles.serverActions}`}>
        {!isCurrent && (
          <Button size="s" aria-label={words.useThis(name)} onClick={() => switchServer(address)}>
            {words.use}
          </Button>
        )}
        <Button size="s" variant="plain" aria-label={words.renameThis(name)} onClick={() => onAction('rename')}>
          {words.rename}
        </Button>
        {hasKey && (
          <Button size="s" variant="plain" aria-label={words.signOutOf(name)} onClick={onSignOut}>
            {words.signOut}
          </Button>
        )}
        <Button size="s" variant="plain" aria-label={words.removeThis(name)} onClick={() => onAction('remove')}>
          {words.remove}
        </Button>
      </div>
    </li>
  )
}

/**
 * Removes a server with its key and data. The data of the current server is removed once the page is left, because the
 * page would save it again.
 */
function removeFromList(address: string) {
  if (address !== server) {
    removeKey(address)
    return removeServer(address)
  }
  signOut()
  addEventListener('pagehide', () => removeServer(address))
  location.assign(paths.signIn())
}
