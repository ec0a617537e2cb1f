import { privacies, privacyLabels, type Website } from '#contract/website.ts'
import { paths } from '#web/app/paths.ts'
import { PrivacyLink } from '../privacy-link.tsx'
import { Icon } from '#web/ui/icon.tsx'
import * as icons from '#web/ui/icons.ts'
import { Moment } from '#web/ui/moment.tsx'
import { websiteWords as words } from '../website-words.ts'
import styles from './website-page.module.css'

/** Who may see the website, and since when it is here. */
export function WebsiteLead({ website }: { website: Website }) {
  const { privacy } = website
  return (
    <p className={styles.lead}>
      <PrivacyLink to={paths.websitePrivacy(website.id)} className={styles.privacy} title={words.changePrivacy}>
        <Icon
          name={
            privacy === privacies.public
              ? 'globe'
              : privacy === privacies.password
                ? icons.key
                : privacy === null
                  ? icons.info
                  : icons.lock
          }
        />
        {privacy === null ? words.privacyNotKnown : privacyLabels[privacy]}
      </PrivacyLink>
      {website.created_at && (
        <span>
          {words.created} <Moment sent={website.created_at} format={words.day} />
        </span>
      )}
    </p>
  )
}
