import { paths } from '#web/app/paths.ts'
import { absoluteUrl } from '#web/data/server.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Card } from '#web/ui/page.tsx'
import { bookmarkletWords as words } from './words.ts'
import styles from './settings-page.module.css'

/** A bookmark that opens the dashboard with the URL of the page it is used on. */
export function BookmarkletCard() {
  const page = absoluteUrl(paths.newReport())
  const code = `javascript:void open('${page}${page.includes('?') ? '&' : '?'}url='+encodeURIComponent(location.href))`
  return (
    <Card aria-labelledby="bookmarklet" className={styles.card}>
      <h2 id="bookmarklet">{words.title}</h2>
      <p className={styles.hint}>{words.text}</p>
      <div className={styles.bookmarklet}>
        {/* React refuses such a URL as a property, because it is code. This one is ours, and works where it is dragged to. */}
        <a
          ref={(link) => link?.setAttribute('href', code)}
          className={buttonClass()}
          onClick={(event) => event.preventDefault()}
        >
          {words.name}
        </a>
        <CopyButton text={code} label={words.copy} doneLabel={words.copied} />
      </div>
    </Card>
  )
}
