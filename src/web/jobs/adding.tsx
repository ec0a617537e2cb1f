import { type ReactNode, useEffect, useState } from 'react'
import { type AnalyseSource, useAnalyseRequests } from '#web/data/analyse-request.ts'
import { useCanEditAny } from '#web/resources/me.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { readFile } from './read-file.ts'
import { JobTray } from './tray.tsx'
import { addWords as words } from './words.ts'
import styles from './add.module.css'

const AddDialog = lazyPart(() => import('./add-dialog.tsx').then((file) => file.AddDialog))

type AddingProps = {
  /** What the dialog asks for, and what it was opened and is filled with. Null while it is closed. */
  dialog: { source: AnalyseSource; text: string; given: string } | null
  /** The form of one page. */
  page: ReactNode
  onSource: (source: AnalyseSource) => void
  onDialogClose: () => void
}

/** The tray of jobs and the dialog that starts analyses, also by a file that is dropped anywhere. */
export function Adding(props: AddingProps) {
  const canEdit = useCanEditAny()
  return canEdit && <AddingWithKey {...props} />
}

function AddingWithKey({ dialog, page, onSource, onDialogClose }: AddingProps) {
  const hasJobs = useAnalyseRequests().startJobOf !== null
  const isDragged = useDroppedFiles()
  return (
    <>
      {isDragged && (
        <p className={styles.drop} aria-hidden="true">
          {words.dropHere}
        </p>
      )}
      {hasJobs && <JobTray />}
      {dialog && (
        <AddDialog
          key={dialog.text}
          wanted={dialog.source}
          onSource={onSource}
          given={dialog.given}
          page={page}
          hasJobs={hasJobs}
          onClose={onDialogClose}
        />
      )}
    </>
  )
}

/** Opens the dialog with a file that is dropped on the page. Returns whether one is dragged over it. */
function useDroppedFiles(): boolean {
  const [isDragged, setDragged] = useState(false)
  const { openAddDialog } = useAnalyseRequests()
  useEffect(() => {
    const hasFile = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false
    const over = (event: DragEvent) => {
      // A field of the page takes files itself.
      if (event.defaultPrevented) return setDragged(false)
      if (!hasFile(event)) return
      event.preventDefault()
      setDragged(true)
    }
    const leave = ({ relatedTarget }: DragEvent) => relatedTarget ?? setDragged(false)
    const drop = (event: DragEvent) => {
      if (event.defaultPrevented) return setDragged(false)
      const file = event.dataTransfer?.files[0]
      if (!hasFile(event) || !file) return
      event.preventDefault()
      setDragged(false)
      void readFile(file).then(openAddDialog, (error: Error) => showToast({ text: error.message, tone: 'bad' }))
    }
    addEventListener('dragover', over)
    addEventListener('dragleave', leave)
    addEventListener('drop', drop)
    return () => {
      removeEventListener('dragover', over)
      removeEventListener('dragleave', leave)
      removeEventListener('drop', drop)
    }
  }, [openAddDialog])
  return isDragged
}
