import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { NewLink } from '#contract/links.ts'
import { serviceInfoQuery } from '#web/data/service.ts'
import { useMayWrite } from '#web/data/session.ts'
import { paths } from '#web/app/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { sharingWords as words } from './words.ts'
import { LinkWays } from './link-ways.tsx'
import { MadeLink } from './made-link.tsx'
import { NewLinkForm } from './new-link-form.tsx'
import { type Shareable, targetOf, websiteOf } from './shareable.ts'
import styles from './sharing.module.css'
import { WhoMayOpen } from './who-may-open.tsx'

/** All ways of passing on what is on screen; where the server makes them, also a link that opens without a key. */
export function ShareDialog({ shared, onClose }: { shared: Shareable; onClose: () => void }) {
  const { kind, url, name } = shared
  const [making, setMaking] = useState(false)
  const [made, setMade] = useState<NewLink | null>(null)
  const { data: service } = useQuery(serviceInfoQuery())
  const mayWrite = useMayWrite()
  const mayMake = mayWrite && service?.extensions.includes('links')
  if (made) return <MadeLink link={made} name={name} onClose={onClose} />
  if (making)
    return <NewLinkForm target={targetOf(shared)} onMade={setMade} onBack={() => setMaking(false)} onClose={onClose} />
  return (
    <Dialog open title={words.title[kind]} onClose={onClose} actions={<Button onClick={onClose}>{words.close}</Button>}>
      <WhoMayOpen websiteId={websiteOf(shared)} />
      <LinkWays url={url} name={name} />
      {mayMake && (
        <section className={styles.without} aria-labelledby="share-without">
          <h3 id="share-without">{words.without}</h3>
          <p>{words.withoutText[kind]}</p>
          <div className={styles.ways}>
            <Button icon="key" onClick={() => setMaking(true)}>
              {words.begin}
            </Button>
            <Link to={paths.links()}>{words.seeAll}</Link>
          </div>
        </section>
      )}
    </Dialog>
  )
}
