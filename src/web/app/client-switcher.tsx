import { useLocation, useNavigate } from 'react-router-dom'
import { pageAt, type PageName } from '#contract/dashboard-pages.ts'
import { readId } from '#contract/lists/list-query.ts'
import { useOwnerAccess } from '#web/data/service.ts'
import { useClients } from '#web/resources/clients.ts'
import { clientWords } from '#web/resources/words.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { base, paths } from './paths.ts'
import styles from './sidebar.module.css'

/** The pages that show what is one client’s if their address has a client. */
const followers: ReadonlySet<PageName | undefined> = new Set([
  'overview',
  'websites',
  'reports',
  'views',
  'alerts',
  'runs',
])

// Most teams have no clients, so it isn't part of the first load.
const ClientCombobox = lazyPart(
  () => import('#web/resources/client-combobox.tsx').then((file) => file.ClientCombobox),
  () => <div className="control" />,
)

/** Returns the client in an address; null for all clients. */
export function clientIn(pathname: string, search: string): number | null {
  const { page, id } = pageAt(pathname.slice(base.length))
  if (page === 'client') return readId(id)
  return followers.has(page) ? readId(new URLSearchParams(search).get('client') ?? '') : null
}

/** Returns an address with another client, on its first page. */
export function withClient(path: string, client: number | null): string {
  const [pathname = '', search = ''] = path.split('?')
  const params = new URLSearchParams(search)
  params.delete('page')
  if (client === null) params.delete('client')
  else params.set('client', String(client))
  return params.size > 0 ? `${pathname}?${params}` : pathname
}

/** Shows one client’s websites in every list, or all. Not there without clients, or with a single one. */
export function ClientSwitcher() {
  const clients = useClients()
  const isOwner = useOwnerAccess()
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const client = clientIn(pathname, search)
  if (clients.length === 0 || (clients.length === 1 && !isOwner)) return null
  const choose = (chosen: number | null) => {
    const stays = followers.has(pageAt(pathname.slice(base.length)).page)
    void navigate(withClient(stays ? pathname + search : paths.websites(), chosen))
  }
  return (
    <div className={styles.switcher}>
      <ClientCombobox clientId={client} onChoose={choose} placeholder={clientWords.all} />
    </div>
  )
}
