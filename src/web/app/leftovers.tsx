import { useState } from 'react'
import * as z from 'zod'
import { View } from '#contract/lists/views.ts'
import { openAddDialog } from '#web/data/analyse-request.ts'
import { storedEntries } from '#web/data/browser-storage.ts'
import { errorSentence } from '#web/data/error-words.ts'
import { useCanWrite } from '#web/data/reader.ts'
import { absoluteUrl, server } from '#web/data/server.ts'
import { useOwnService } from '#web/data/service.ts'
import { watchKey } from '#web/data/session.ts'
import { useSubmit } from '#web/data/use-submit.ts'
import { viewPath } from '#web/resources/views.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { saveView } from '#web/views/mutations.ts'
import { leftoverWords as words } from './words.ts'
import styles from './banners.module.css'

/** Views in browsers had no times. */
const LocalView = View.pick({ id: true, name: true, list: true, query: true })
type LocalView = z.infer<typeof LocalView>
const storedViews = storedEntries('browser', `seo-reports:views:${server}`, LocalView)
const Line = z.object({ url: z.string(), state: z.string() })
const storedLines = storedEntries('browser', `seo-reports:local-job:${server}`, Line)

const unfinishedUrls = () =>
  storedLines
    .get()
    .filter(({ state }) => state === 'queued' || state === 'running')
    .map(({ url }) => url)

if (unfinishedUrls().length === 0) storedLines.remove()
// URLs are private: they are removed with the key.
watchKey((key) => key || storedLines.remove())

/** Offers the views and the URLs to analyse that earlier versions stored in this browser, until they are removed. */
export function Leftovers() {
  const [views, setViews] = useState(storedViews.get)
  const [urls, setUrls] = useState(unfinishedUrls)
  const [isOpen, setOpen] = useState(false)
  const isOwn = useOwnService()
  const canWrite = useCanWrite()
  if (isOwn === undefined || views.length + urls.length === 0) return null

  function removeView({ id }: LocalView) {
    const others = views.filter((view) => view.id !== id)
    storedViews.set(others)
    setViews(others)
  }
  function removeUrls() {
    storedLines.remove()
    setUrls([])
  }
  const removeAll = () => {
    storedViews.remove()
    setViews([])
    removeUrls()
  }
  return (
    <>
      <Notice
        tone="info"
        actions={
          <Button size="s" aria-haspopup="dialog" onClick={() => setOpen(true)}>
            {words.show}
          </Button>
        }
      >
        {words.stored(views.length, urls.length)}
      </Notice>
      <Dialog
        open={isOpen}
        title={words.title}
        onClose={() => setOpen(false)}
        actions={
          <>
            <Button onClick={removeAll}>{words.remove}</Button>
            <Button variant="main" onClick={() => setOpen(false)}>
              {words.close}
            </Button>
          </>
        }
      >
        <p>{words.text}</p>
        <ul className={styles.leftovers}>
          {views.map((view) => (
            <StoredView key={view.id} view={view} canSave={isOwn && canWrite} onSaved={() => removeView(view)} />
          ))}
          {urls.length > 0 && (
            <li>
              <span>{words.urls(urls.length)}</span>
              <CopyButton size="s" text={urls.join('\n')} label={words.copyUrls} doneLabel={words.copied} />
              {canWrite && (
                <Button
                  size="s"
                  onClick={() => {
                    setOpen(false)
                    openAddDialog(urls.join('\n'))
                    removeUrls()
                  }}
                >
                  {words.analyse}
                </Button>
              )}
            </li>
          )}
        </ul>
      </Dialog>
    </>
  )
}

/** A view that can be saved to our own service, or its link. */
function StoredView({ view, canSave, onSaved }: { view: LocalView; canSave: boolean; onSaved: () => void }) {
  const { name, list, query } = view
  const { busy, error, submit } = useSubmit(async () => {
    await saveView({ name, list, query })
    onSaved()
    showToast({ text: words.saved(name), tone: 'good' })
  })
  return (
    <li>
      <span>{name}</span>
      {canSave ? (
        <Button size="s" busy={busy} onClick={() => submit(undefined)}>
          {words.save}
        </Button>
      ) : (
        <CopyButton
          size="s"
          text={absoluteUrl(viewPath({ list, query }))}
          label={words.copyLink}
          doneLabel={words.copied}
        />
      )}
      {error && <span role="alert">{errorSentence(error)}</span>}
    </li>
  )
}
