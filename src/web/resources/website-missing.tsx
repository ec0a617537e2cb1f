import { Link } from 'react-router-dom'
import { paths } from '#web/app/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { PageHeader } from '#web/ui/page.tsx'
import { websiteHeaderWords as words } from './words.ts'
import styles from './website-missing.module.css'

/** The page for a website ID that does not exist. */
export function WebsiteMissing() {
  return (
    <div className={styles.page}>
      <PageHeader title={words.missingTitle} lead={words.missingText} />
      <p>
        <Link to={paths.websites()} className={buttonClass({ variant: 'main' })}>
          {words.toWebsites}
        </Link>
      </p>
    </div>
  )
}
