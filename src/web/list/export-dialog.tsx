import { useEffect, useId, useRef, useState } from 'react'
import { type ExportFormat, exportFormats } from '#contract/exports.ts'
import { ApiError } from '#web/data/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Segments } from '#web/ui/segments.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { errorSentence } from '#web/data/error-words.ts'
import { exportWords as words } from './export-words.ts'
import { count } from './words.ts'
import styles from './export-dialog.module.css'
import { openFile } from './file-sink.ts'
import { type ExportSource, writeExport } from './write-export.ts'

type Row = { id: number }

type ExportDialogProps<R extends Row> = {
  source: ExportSource<R>
  total: number | null
  relation: 'eq' | 'gte'
  /** The chosen rows; null for all that match. */
  rows: R[] | null
  onClose: () => void
}

const types: Record<ExportFormat, string> = { csv: 'text/csv', json: 'application/json' }

/** Takes a list, or the chosen rows, out as a file. */
export function ExportDialog<R extends Row>({ source, total, relation, rows, onClose }: ExportDialogProps<R>) {
  const [format, setFormat] = useState<ExportFormat>('csv')
  const [bom, setBom] = useState(false)
  const [progress, setProgress] = useState<{ done: number; of: number | null } | null>(null)
  const [error, setError] = useState<string | null>(null)
  const running = useRef<AbortController | null>(null)
  const name = useId()
  useEffect(() => () => running.current?.abort(), [])

  const many = rows ? count(rows.length) : total === null ? null : count(total, relation)
  const what = words.what[source.resource](many)

  async function run() {
    const stopper = new AbortController()
    setError(null)
    const sink = await openFile(`${words.name(source.resource)}.${format}`, types[format])
    if (!sink) return
    running.current = stopper
    setProgress({ done: 0, of: rows?.length ?? total })
    try {
      const show = paced((done: number, of: number | null) => setProgress({ done, of }))
      const {
        written,
        total: said,
        repeats,
        unreadable,
      } = await writeExport(source, { format, bom, rows }, sink, stopper.signal, show)
      await sink.close()
      const missing = said !== null && said > written + unreadable ? words.fewer(written, said) : null
      const caution = repeats ? words.repeats : unreadable > 0 ? words.unreadable(unreadable) : missing
      showToast({ text: [words.done(written), caution].filter(Boolean).join('. '), tone: caution ? 'bad' : undefined })
      onClose()
    } catch (thrown) {
      await sink.abort().catch(() => {})
      if (stopper.signal.aborted) return
      setError(thrown instanceof ApiError ? errorSentence(thrown) : words.noFile)
      setProgress(null)
    } finally {
      running.current = null
    }
  }
  const cancel = () => {
    running.current?.abort()
    onClose()
  }

  return (
    <Dialog
      open
      onClose={cancel}
      title={words.title}
      actions={
        <>
          <Button onClick={cancel}>{words.cancel}</Button>
          <Button variant="main" icon="download" busy={progress !== null} data-autofocus onClick={() => void run()}>
            {error ? words.again : words.start}
          </Button>
        </>
      }
    >
      <p>
        {what}. {words.order}
      </p>
      {progress ? (
        <div className={styles.progress}>
          <progress
            {...(progress.of !== null && { max: progress.of, value: progress.done })}
            aria-label={words.title}
          />
          <span role="status">{words.progress(progress.done, progress.of)}</span>
        </div>
      ) : (
        <div className={styles.choices}>
          <Segments
            legend={words.format}
            name={name}
            value={format}
            options={exportFormats.map((value) => ({ value, label: words.formats[value] }))}
            onChange={setFormat}
          />
          {format === 'csv' && (
            <Checkbox
              label={words.bom}
              hint={words.bomHint}
              checked={bom}
              onChange={(event) => setBom(event.target.checked)}
            />
          )}
        </div>
      )}
      {error && (
        <div role="alert">
          <Notice tone="bad">{error}</Notice>
        </div>
      )}
    </Dialog>
  )
}

/** A few times a second is enough to see it move. */
function paced<Args extends unknown[]>(act: (...args: Args) => void, every = 150) {
  let last = 0
  return (...args: Args) => {
    if (performance.now() - last < every) return
    last = performance.now()
    act(...args)
  }
}
