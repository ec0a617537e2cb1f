import { paths } from '#web/app/paths.ts'
import { setPreferences, usePreferences } from '#web/data/preferences.ts'
import { useCanWrite } from '#web/data/reader.ts'
import { absoluteUrl } from '#web/data/server.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Checkbox } from '#web/ui/field.tsx'
import { Card, PageHeader } from '#web/ui/page.tsx'
import { ShortcutList } from './shortcuts.tsx'
import { bookmarkletWords, shortcutsPageWords as words } from './words.ts'
import styles from './settings.module.css'

/** The keyboard shortcuts, and a bookmark that analyses the page it is used on. */
export function Component() {
  const { shortcuts } = usePreferences()
  const canWrite = useCanWrite()
  return (
    <div className="stack narrow">
      <PageHeader title={words.title} />
      <Card aria-labelledby="keyboard" className={`stack snug ${styles.card}`}>
        <h2 id="keyboard">{words.keyboard}</h2>
        <Checkbox
          label={words.single}
          hint={words.singleHint}
          checked={shortcuts}
          onChange={(event) => setPreferences({ shortcuts: event.target.checked })}
        />
        <ShortcutList withSingleKeys />
      </Card>
      {canWrite && <BookmarkletCard />}
    </div>
  )
}

/** A bookmark that opens the dashboard with the URL of the page it is used on. */
function BookmarkletCard() {
  const page = absoluteUrl(paths.newReport())
  const code = `javascript:void open('${page}${page.includes('?') ? '&' : '?'}url='+encodeURIComponent(location.href))`
  return (
    <Card aria-labelledby="bookmarklet" className={`stack snug ${styles.card}`}>
      <h2 id="bookmarklet">{bookmarkletWords.title}</h2>
      <p className="muted">{bookmarkletWords.text}</p>
      <div className="cluster">
        {/* React refuses such a URL as a property, because it is code. This one is ours, and works where it is dragged to. */}
        <a
          ref={(link) => link?.setAttribute('href', code)}
          className={buttonClass()}
          onClick={(event) => event.preventDefault()}
        >
          {bookmarkletWords.name}
        </a>
        <CopyButton text={code} label={bookmarkletWords.copy} doneLabel={bookmarkletWords.copied} />
      </div>
    </Card>
  )
}
