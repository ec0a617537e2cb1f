import { Suspense } from 'react'
import { dropAllAsked, useOpenAsked } from '#web/analyse/pending-analyses.ts'
import { useKeyGate } from '#web/data/key-gate.ts'
import { queryClient } from '#web/data/query-client.ts'
import { watchKey } from '#web/data/session.ts'
import { OverPage } from './palette/over-page.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { askedWords } from '#web/analyse/pending-words.ts'
import { Banners as PageBanners } from './banners.tsx'
import styles from './banners.module.css'
import { keepDraft } from '#web/analyse/draft.ts'
import { MissingNotice } from './missing-notice.tsx'
import { onWaking } from './on-waking.ts'
import { useRouteFocus } from './use-route-focus.ts'

// What the frame holds beyond its first paint, in one file, fetched right after it.
export { openPalette } from './palette/shown.ts'
export { RailMore } from './sidebar-more.tsx'

// Who signs out leaves nothing half-typed behind.
watchKey((key) => {
  if (key) return
  keepDraft('')
  dropAllAsked()
})

// What a page says that cannot be loaded must be there by then.
void import('./route-failure.lazy.tsx').catch(() => {})

onWaking(() => void queryClient.invalidateQueries())

const KeyDialog = lazyPart(() => import('#web/session/key-dialog.tsx').then((file) => file.KeyDialog))

const AskedNotice = lazyPart(() => import('#web/analyse/pending-notice.lazy.tsx').then((file) => file.AskedNotice))

/** What concerns every page, and what was asked for and never answered. */
export function Banners() {
  const asked = useOpenAsked()
  return (
    <>
      <PageBanners />
      <div className={styles.banners}>
        <MissingNotice />
      </div>
      {asked.length > 0 && (
        <section className={styles.banners} aria-label={askedWords.label}>
          <Suspense>
            {asked.map((one) => (
              <AskedNotice key={one.id} asked={one} />
            ))}
          </Suspense>
        </section>
      )}
    </>
  )
}

/** Where the focus goes after a change of route. */
export function RouteFocus() {
  useRouteFocus()
  return null
}

/** What is there without being seen: the keys and what they open, the focus, and who asks for a key. */
export function Unseen() {
  const asksForKey = useKeyGate()
  return (
    <>
      <RouteFocus />
      <OverPage />
      {asksForKey && (
        <Suspense>
          <KeyDialog />
        </Suspense>
      )}
    </>
  )
}
