import { useEffect, useState } from 'react'
import { useAnalyseRequests } from '#web/data/analyse-request.ts'
import { useCanWrite } from '#web/data/reader.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { readFile } from './read-file.ts'
import { JobTray } from './tray.tsx'
import { addWords as words } from './words.ts'
import styles from './add.module.css'

const AddDialog = lazyPart(() => import('./add-dialog.tsx').then((file) => file.AddDialog))

type AddingProps = {
  /** What the dialog opens with, null while it is closed. */
  dialog: { text: string; source?: 'crawl' } | null
  onDialogClose: () => void
}

/** The tray of jobs and the dialog that adds many pages, also by a file that is dropped anywhere. */
export function Adding(props: AddingProps) {
  const canWrite = useCanWrite()
  return canWrite && <AddingWithKey {...props} />
}

function AddingWithKey({ dialog, onDialogClose }: AddingProps) {
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
          key={`${dialog.source} ${dialog.text}`}
          given={dialog.text}
          first={dialog.source}
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
      if (!hasFile(event)) return
      event.preventDefault()
      setDragged(true)
    }
    const leave = ({ relatedTarget }: DragEvent) => relatedTarget ?? setDragged(false)
    const drop = (event: DragEvent) => {
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
