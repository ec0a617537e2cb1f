import { Link } from 'react-router-dom'
import { type Privacy, privacies, privacyLabels } from '#contract/websites/website.ts'
import { paths } from '#web/app/paths.ts'
import { useCanEdit } from '#web/resources/me.ts'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import { privacyLinkWords as words } from './words.ts'

export const privacyIcons: Record<Privacy, IconName> = {
  [privacies.public]: 'unlock',
  [privacies.private]: 'lock',
  [privacies.password]: 'password',
}

type PrivacyLinkProps = {
  websiteId: number
  /** Null if the server does not report it. */
  privacy: Privacy | null
  className: string | undefined
}

/** The privacy of a website. Links to the form that changes it, unless the session is read-only. */
export function PrivacyLink({ websiteId, privacy, className }: PrivacyLinkProps) {
  const label = (
    <>
      <Icon name={privacy === null ? 'info' : privacyIcons[privacy]} />
      {privacy === null ? words.unknown : privacyLabels[privacy]}
    </>
  )
  return useCanEdit(websiteId) ? (
    <Link to={paths.websitePrivacy(websiteId)} className={className} title={words.change}>
      {label}
    </Link>
  ) : (
    <span className={className}>{label}</span>
  )
}
