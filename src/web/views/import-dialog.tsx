import type { View } from '#contract/views.ts'
import { useImportViews } from './view-mutations.ts'
import { useSubmit } from '#web/data/use-submit.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { errorSentence } from '#web/data/error-words.ts'
import { viewsWords as words } from './words.ts'
import styles from './views-page.module.css'

/** What a chosen file holds: the views that are not saved yet, or else what is wrong with it. */
export type Found = {
  file: string
  views: Pick<View, 'name' | 'list' | 'query'>[]
  known: number
  wrong: { line: number | null; sentence: string }[]
}

const shownWrong = 20

/** Says what an import will do before it does it, or why it does nothing. */
export function ImportDialog({ found: { file, views, known, wrong }, onClose }: { found: Found; onClose: () => void }) {
  const { mutateAsync } = useImportViews()
  const { busy, error, submit } = useSubmit(async () => {
    await mutateAsync(views)
    onClose()
    showToast({ text: words.imported(views.length), tone: 'good' })
  })
  const refused = wrong.length > 0
  return (
    <Dialog
      open
      title={refused ? words.importRefused(file) : words.importTitle}
      onClose={onClose}
      actions={
        <>
          <Button data-autofocus={views.length === 0 || undefined} onClick={onClose}>
            {views.length === 0 ? words.close : words.cancel}
          </Button>
          {views.length > 0 && (
            <Button variant="main" busy={busy} data-autofocus onClick={() => submit(undefined)}>
              {words.importOne(views.length)}
            </Button>
          )}
        </>
      }
    >
      {refused ? (
        <ul className={styles.wrong}>
          {wrong.slice(0, shownWrong).map(({ line, sentence }) => (
            <li key={`${line} ${sentence}`}>{line === null ? sentence : words.line(line, sentence)}</li>
          ))}
          {wrong.length > shownWrong && <li>{words.moreWrong(wrong.length - shownWrong)}</li>}
        </ul>
      ) : (
        <>
          <p>{words.importText(views.length, known)}</p>
          <ul className={styles.names}>
            {views.slice(0, shownWrong).map((view, index) => (
              <li key={index}>{view.name}</li>
            ))}
            {views.length > shownWrong && <li>{words.moreWrong(views.length - shownWrong)}</li>}
          </ul>
        </>
      )}
      {error && (
        <div role="alert">
          <Notice tone="bad">{errorSentence(error)}</Notice>
        </div>
      )}
    </Dialog>
  )
}
