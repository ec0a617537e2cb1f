import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import {
  dropKey,
  forgetServer,
  type KeptServer,
  keepServer,
  keptServers,
  keyOf,
  renameServer,
  switchServer,
} from '#web/data/kept-servers.ts'
import { server } from '#web/data/server.ts'
import { serviceInfoQuery } from '#web/data/service.ts'
import { signOut } from '#web/data/session.ts'
import { paths } from '#web/app/paths.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { keptServersWords as words } from '#web/session/server-words.ts'
import { RenameDialog } from './rename-dialog.tsx'
import styles from './settings-page.module.css'

type Asked = { what: 'forget' | 'rename'; server: KeptServer } | null

/** The servers that this browser keeps: one is in use, the others are a click away. */
export function ServersCard() {
  const [servers, setServers] = useState(keptServers)
  const [asked, setAsked] = useState<Asked>(null)
  const { data: info } = useQuery(serviceInfoQuery())
  const again = () => setServers(keptServers())
  const role = info?.key?.role

  useEffect(() => {
    const known = keptServers().find(({ address }) => address === server)
    if (role === undefined || !known || known.role === role) return
    keepServer({ ...known, role })
    again()
  }, [role])

  const leave = (one: KeptServer) => {
    if (one.address === server) return signOut()
    dropKey(one.address)
    again()
  }
  return (
    <Card aria-labelledby="servers" className={styles.card}>
      <h2 id="servers">{words.title}</h2>
      <p>{words.lead}</p>
      <ul className={styles.servers}>
        {servers.map((one) => (
          <Kept
            key={one.address}
            server={one}
            onLeave={() => leave(one)}
            onAsk={(what) => setAsked({ what, server: one })}
          />
        ))}
      </ul>
      <p>
        <Link to={`${paths.signIn()}?another`} className={buttonClass()}>
          {words.add}
        </Link>
      </p>
      {asked?.what === 'rename' && (
        <RenameDialog
          name={asked.server.name}
          onClose={() => setAsked(null)}
          onName={(name) => {
            renameServer(asked.server.address, name)
            setAsked(null)
            again()
          }}
        />
      )}
      <ConfirmDialog
        open={asked?.what === 'forget'}
        title={words.confirmForget(asked?.server.name ?? '')}
        confirmLabel={words.forget}
        cancelLabel={words.cancel}
        danger
        onClose={() => setAsked(null)}
        onConfirm={() => {
          if (asked) forget(asked.server.address)
          setAsked(null)
          again()
        }}
      >
        {words.whatGoes}
      </ConfirmDialog>
    </Card>
  )
}

type KeptProps = { server: KeptServer; onLeave: () => void; onAsk: (what: 'forget' | 'rename') => void }

function Kept({ server: { address, name, role }, onLeave, onAsk }: KeptProps) {
  const here = address === server
  const hasKey = keyOf(address) !== null
  return (
    <li data-here={here || undefined}>
      <div className={styles.server}>
        <b>{name}</b>
        <span>{address}</span>
        <span>
          {[here && words.here, hasKey ? (role ? words.roles[role] : words.signedIn) : words.keyless]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </div>
      <div className={styles.serverActions}>
        {!here && (
          <Button size="s" aria-label={words.useThat(name)} onClick={() => switchServer(address)}>
            {words.use}
          </Button>
        )}
        <Button size="s" variant="plain" aria-label={words.renameThat(name)} onClick={() => onAsk('rename')}>
          {words.rename}
        </Button>
        {hasKey && (
          <Button size="s" variant="plain" aria-label={words.signOutOf(name)} onClick={onLeave}>
            {words.signOut}
          </Button>
        )}
        <Button size="s" variant="plain" aria-label={words.forgetThat(name)} onClick={() => onAsk('forget')}>
          {words.forget}
        </Button>
      </div>
    </li>
  )
}

/** What runs for the server in use is ended first, for it would write down again what it knows. */
function forget(address: string) {
  if (address !== server) {
    dropKey(address)
    return forgetServer(address)
  }
  signOut()
  addEventListener('pagehide', () => forgetServer(address))
  location.assign(paths.signIn())
}
