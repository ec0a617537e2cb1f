import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { privacies } from '#contract/website.ts'
import { useMayWrite } from '#web/data/session.ts'
import { serviceInfoQuery } from '#web/data/service.ts'
import { websiteQueries } from '#web/websites/queries.ts'
import { paths } from '#web/app/paths.ts'
import { Icon } from '#web/ui/icon.tsx'
import { unicodeHost } from '#web/ui/unicode-host.ts'
import { sharingWords } from './words.ts'
import styles from './sharing.module.css'

const words = sharingWords.who

/** Who will be able to open an address, and where that is decided. */
export function WhoMayOpen({ websiteId }: { websiteId: number | null }) {
  const { data: website, isError } = useQuery({ ...websiteQueries.detail(websiteId ?? 0), enabled: websiteId !== null })
  const { data: service } = useQuery(serviceInfoQuery())
  const mayWrite = useMayWrite()
  if (websiteId === null) return <Who icon="key">{words.view}</Who>
  if (import.meta.env.MODE === 'static') return <Who icon="key">{words.asksHere}</Who>
  if (service !== undefined && !service?.extensions.includes('shared'))
    return <Who icon="key">{words.asksEveryone}</Who>
  if (!website) return <Who icon="info">{isError ? words.unknown : words.asking}</Who>
  const domain = unicodeHost(website.domain)
  const how =
    website.privacy === privacies.public ? 'public' : website.privacy === privacies.password ? 'password' : 'private'
  return (
    <Who icon={how === 'public' ? 'globe' : how === 'password' ? 'key' : 'lock'}>
      {words[how](domain)} {mayWrite && <Link to={paths.websitePrivacy(website.id)}>{words.change(domain)}</Link>}
    </Who>
  )
}

const Who = ({ icon, children }: { icon: Parameters<typeof Icon>[0]['name']; children: React.ReactNode }) => (
  <p className={styles.who} aria-live="polite">
    <Icon name={icon} />
    <span>{children}</span>
  </p>
)
