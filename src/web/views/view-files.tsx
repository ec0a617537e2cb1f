import { useRef, useState } from 'react'
import type { NewView } from '#contract/forms/view-forms.ts'
import { maxViews, type View } from '#contract/lists/views.ts'
import { errorSentence } from '#web/data/error-words.ts'
import { useSubmit } from '#web/data/use-submit.ts'
import { isSaved } from '#web/resources/view-path.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { downloadFile } from '#web/ui/download-file.ts'
import { Notice } from '#web/ui/notice.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { importViews } from './mutations.ts'
import { type FileProblem, maxFileBytes, readViewFile, writeViewFile } from './view-file.ts'
import { viewsWords as words } from './words.ts'
import styles from './views-page.module.css'

/** The content of a chosen file: the views that are not saved yet, or the problems of the file. */
type ChosenFile = { name: string; views: NewView[]; savedCount: number; problems: FileProblem[] }

/** The buttons that export all views to a file and import views from one. */
export function ViewFiles({ views, canImport }: { views: readonly View[]; canImport: boolean }) {
  const input = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<ChosenFile | null>(null)

  const read = async (file: File | undefined) => {
    if (!file) return
    const refuse = (sentence: string) =>
      setChosen({ name: file.name, views: [], savedCount: 0, problems: [{ line: null, sentence }] })
    if (file.size > maxFileBytes) return refuse(words.tooLarge)
    const text = await file.text().catch(() => null)
    if (text === null) return refuse(words.unreadable)
    const content = await readViewFile(text)
    const unsaved = content.views.filter((view) => !isSaved(view, views))
    if (views.length + unsaved.length > maxViews) return refuse(words.tooMany(maxViews, views.length))
    const savedCount = content.views.length - unsaved.length
    setChosen({ name: file.name, views: unsaved, savedCount, problems: content.problems })
  }

  return (
    <>
      {views.length > 0 && (
        <Button
          icon="download"
          onClick={() => downloadFile(words.fileName, 'application/json', [writeViewFile(views)])}
        >
          {words.exportViews}
        </Button>
      )}
      {canImport && <Button onClick={() => input.current?.click()}>{words.importViews}</Button>}
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        hidden
        aria-label={words.chooseFile}
        onChange={(event) => {
          void read(event.target.files?.[0])
          // Without this, choosing the same file again would not fire `change`.
          event.target.value = ''
        }}
      />
      {chosen && <ImportDialog file={chosen} onClose={() => setChosen(null)} />}
    </>
  )
}

const maxShownLines = 20

/** Confirms an import, or lists the problems that prevent it. */
function ImportDialog({
  file: { name, views, savedCount, problems },
  onClose,
}: {
  file: ChosenFile
  onClose: () => void
}) {
  const { busy, error, submit } = useSubmit(async () => {
    await importViews(views)
    onClose()
    showToast({ text: words.imported(views.length), tone: 'good' })
  })
  const isRefused = problems.length > 0
  return (
    <Dialog
      open
      title={isRefused ? words.importRefused(name) : words.importTitle}
      onClose={onClose}
      actions={
        <>
          <Button data-autofocus={views.length === 0 || undefined} onClick={onClose}>
            {views.length === 0 ? words.close : words.cancel}
          </Button>
          {views.length > 0 && (
            <Button variant="main" busy={busy} data-autofocus onClick={() => submit(undefined)}>
              {words.importCount(views.length)}
            </Button>
          )}
        </>
      }
    >
      {isRefused ? (
        <ul className={styles.problems}>
          {problems.slice(0, maxShownLines).map(({ line, sentence }) => (
            <li key={`${line} ${sentence}`}>{line === null ? sentence : words.line(line, sentence)}</li>
          ))}
          {problems.length > maxShownLines && <li>{words.more(problems.length - maxShownLines)}</li>}
        </ul>
      ) : (
        <>
          <p>{words.importText(views.length, savedCount)}</p>
          <ul className={styles.names}>
            {views.slice(0, maxShownLines).map((view, index) => (
              <li key={index}>{view.name}</li>
            ))}
            {views.length > maxShownLines && <li>{words.more(views.length - maxShownLines)}</li>}
          </ul>
        </>
      )}
      {error && (
        <Notice role="alert" tone="bad">
          {errorSentence(error)}
        </Notice>
      )}
    </Dialog>
  )
}
