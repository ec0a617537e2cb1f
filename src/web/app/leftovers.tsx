import { useState } from 'react'
import * as z from 'zod'
import { View } from '#contract/lists/views.ts'
import { asApiError } from '#web/data/api-error.ts'
import { storedEntries } from '#web/data/browser-storage.ts'
import { errorSentence } from '#web/data/error-words.ts'
import { useCanWrite } from '#web/data/reader.ts'
import { absoluteUrl, server } from '#web/data/server.ts'
import { useOwnService } from '#web/data/service.ts'
import { watchKey } from '#web/data/session.ts'
import { viewPath } from '#web/resources/views.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { saveView } from '#web/views/mutations.ts'
import { leftoverWords as words } from './words.ts'

// Views in browsers had no times.
const storedViews = storedEntries(
  'browser',
  `seo-reports:views:${server}`,
  View.pick({ name: true, list: true, query: true }),
)
const storedLines = storedEntries(
  'browser',
  `seo-reports:local-job:${server}`,
  z.object({ url: z.string(), state: z.string() }),
)

// URLs are private: they are removed with the key.
watchKey((key) => key || storedLines.remove())

/** Offers the views and the URLs to analyse that earlier versions stored in this browser, until they are removed. */
export function Leftovers() {
  const [views, setViews] = useState(storedViews.get)
  const [urls, setUrls] = useState(() =>
    storedLines
      .get()
      .filter(({ state }) => state === 'queued' || state === 'running')
      .map(({ url }) => url),
  )
  const [busy, setBusy] = useState(false)
  const isOwn = useOwnService()
  const canWrite = useCanWrite()
  if (isOwn === undefined || views.length + urls.length === 0) return null

  const keepViews = (kept: typeof views) => {
    storedViews.set(kept)
    setViews(kept)
  }
  async function saveAll() {
    setBusy(true)
    try {
      for (const [index, view] of views.entries()) {
        await saveView(view)
        keepViews(views.slice(index + 1))
      }
      showToast({ text: words.saved(views.length), tone: 'good' })
    } catch (thrown) {
      showToast({ text: errorSentence(asApiError(thrown)), tone: 'bad' })
    }
    setBusy(false)
  }
  const removeAll = () => {
    storedViews.remove()
    storedLines.remove()
    setViews([])
    setUrls([])
  }
  return (
    <section aria-label={words.label}>
      <Notice
        tone="info"
        actions={
          <>
            {views.length > 0 && isOwn && canWrite && (
              <Button size="s" busy={busy} onClick={() => void saveAll()}>
                {words.save(views.length)}
              </Button>
            )}
            {views.length > 0 && !(isOwn && canWrite) && (
              <CopyButton
                size="s"
                text={views.map((view) => absoluteUrl(viewPath(view))).join('\n')}
                label={words.copyLinks(views.length)}
                doneLabel={words.copied}
              />
            )}
            {urls.length > 0 && (
              <CopyButton
                size="s"
                text={urls.join('\n')}
                label={words.copyUrls(urls.length)}
                doneLabel={words.copied}
              />
            )}
            <Button variant="plain" size="s" onClick={removeAll}>
              {words.remove}
            </Button>
          </>
        }
      >
        {words.stored(views.length, urls.length)}
      </Notice>
    </section>
  )
}
