import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { exportWords as words } from './words.ts'

type ExportDialogProps = {
  title: string
  done: number
  of: number | null
  /** Why the export failed. */
  error: string | null
  onAgain: () => void
  onClose: () => void
}

/** The progress of a long export, or the reason that it failed. */
export const ExportDialog = ({ title, done, of, error, onAgain, onClose }: ExportDialogProps) => (
  <Dialog
    open
    onClose={onClose}
    title={title}
    actions={
      <>
        <Button onClick={onClose} data-autofocus={error === null || undefined}>
          {words.cancel}
        </Button>
        {error !== null && (
          <Button variant="main" icon="download" data-autofocus onClick={onAgain}>
            {words.again}
          </Button>
        )}
      </>
    }
  >
    {error === null ? (
      <div className="stack tight">
        <progress {...(of !== null && { max: of, value: done })} aria-label={title} />
        <span role="status">{words.progress(done, of)}</span>
      </div>
    ) : (
      <Notice role="alert" tone="bad">
        {error}
      </Notice>
    )}
  </Dialog>
)
