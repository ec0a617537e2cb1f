import { useEffect } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { paths } from '#web/app/paths.ts'
import { addServer, chooseServer, knownServers, serverName, storeKey, switchServer } from '#web/data/known-servers.ts'
import { server } from '#web/data/server.ts'
import { signInWith, useIsSignedIn } from '#web/data/session.ts'
import { arrivedBy, builtIn } from '#web/data/static-server.ts'
import { Button } from '#web/ui/button.tsx'
import { Mark } from '#web/ui/icon.tsx'
import { LiveRegion } from '#web/ui/live-region.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageHeader } from '#web/ui/page.tsx'
import { safeReturn } from './safe-return.ts'
import { ServerForm } from './server-form.tsx'
import { roleOf } from './try-server.ts'
import { serverWords as words, signInWords } from './words.ts'
import styles from './sign-in-page.module.css'

/** The sign-in page of a static build, which works with any server. */
export function Component() {
  const { search } = useLocation()
  const navigate = useNavigate()
  const isSignedIn = useIsSignedIn()
  const params = new URLSearchParams(search)
  const adds = params.has('another')
  const next = safeReturn(params.get('to'), location.origin)
  const arrival = arrivedBy()
  const others = knownServers().filter(({ address }) => address !== server)

  const done = isSignedIn && !adds
  useEffect(() => {
    if (done) void navigate(next, { replace: true })
  }, [done, next, navigate])

  async function onServer(address: string, accepted: string, remember: boolean) {
    const role = await roleOf(address, accepted)
    if (!chooseServer(address, true)) return false
    addServer({ address, name: serverName(address), role })
    if (address === server) {
      signInWith(accepted, remember)
      if (adds) void navigate(paths.settings())
      return true
    }
    storeKey(address, accepted, remember)
    // The requested path belongs to the previous server, if there was one.
    location.assign(server ? paths.home() : next)
    return true
  }

  return (
    <main className={styles.page}>
      <div className={`box stack ${styles.box}`}>
        <Mark />
        <PageHeader
          title={adds ? words.addTitle : words.title}
          documentTitle={adds ? undefined : signInWords.documentTitle}
          lead={words.lead}
        />
        {arrival.kind === 'linked' && !adds && <Notice tone="info">{words.fromLink(serverName(server))}</Notice>}
        {arrival.kind === 'refused' && (
          <Notice role="alert" tone="bad">
            {words.rejectedLink(truncated(arrival.given), words.invalidLink[arrival.wrong])}
          </Notice>
        )}
        <ServerForm given={adds ? '' : server || (arrival.kind === 'refused' ? '' : builtIn)} onServer={onServer} />
        {others.length > 0 && !adds && (
          <section className={`stack tight ${styles.known}`} aria-labelledby="known">
            <h2 id="known">{words.known}</h2>
            {others.map(({ address, name }) => (
              <Button key={address} onClick={() => switchServer(address)}>
                {words.use(name)}
              </Button>
            ))}
          </section>
        )}
        {adds ? (
          <Link to={paths.settings()}>{words.back}</Link>
        ) : (
          <p className={`muted small ${styles.quiet}`}>{signInWords.noKeyHere}</p>
        )}
      </div>
      <LiveRegion />
    </main>
  )
}

const truncated = (text: string) => (text.length > 80 ? `${text.slice(0, 79)}…` : text)
