import { useEffect, useId, useRef, useState } from 'react'
import { grouped } from '#contract/format/numbers.ts'
import { type ExportFormat, exportFormats } from '#contract/lists/exports.ts'
import { ApiError } from '#web/data/api-error.ts'
import { errorSentence } from '#web/data/error-words.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Segments } from '#web/ui/inputs.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { showToast } from '#web/ui/toast.tsx'
import type { ListQuery, Row } from './resource.ts'
import type { ResourceListState } from './use-resource-list.ts'
import { exportWords as words, formatCount } from './words.ts'
import { openFile, type Exported, writeExport } from './write-export.ts'
import styles from './dialogs.module.css'

type ExportDialogProps<R extends Row, Q extends ListQuery> = {
  state: ResourceListState<R, Q>
  /** The selected rows; null exports all that match. */
  rows: readonly R[] | null
  onClose: () => void
}

const types: Record<ExportFormat, string> = { csv: 'text/csv', json: 'application/json' }

/** Exports a list, or the selected rows, to a file. */
export function ExportDialog<R extends Row, Q extends ListQuery>({ state, rows, onClose }: ExportDialogProps<R, Q>) {
  const [format, setFormat] = useState<ExportFormat>('csv')
  const [progress, setProgress] = useState<{ done: number; of: number | null } | null>(null)
  const [error, setError] = useState<string | null>(null)
  const running = useRef<AbortController | null>(null)
  const name = useId()
  useEffect(() => () => running.current?.abort(), [])

  const { resource, list } = state
  const { total = null, totalRelation } = state.rows.page ?? {}
  const count = rows ? grouped(rows.length) : total === null ? null : formatCount(total, totalRelation)
  const title = words.title[resource.name](count)

  async function run() {
    const stopper = new AbortController()
    setError(null)
    const sink = await openFile(`${words.name(resource.name)}.${format}`, types[format])
    if (!sink) return
    running.current = stopper
    setProgress({ done: 0, of: rows?.length ?? total })
    try {
      const show = throttled((done: number, of: number | null) => setProgress({ done, of }))
      const whole = { resource, query: list.query }
      const result = await writeExport(whole, { format, rows }, sink, stopper.signal, show)
      await sink.close()
      const caution = cautionOf(result)
      const text = [words.done(result.written), caution].filter(Boolean).join('. ')
      showToast({ text, tone: caution ? 'bad' : undefined })
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
      title={title}
      actions={
        <>
          <Button onClick={cancel}>{words.cancel}</Button>
          <Button variant="main" icon="download" busy={progress !== null} data-autofocus onClick={() => void run()}>
            {error ? words.again : words.start}
          </Button>
        </>
      }
    >
      {progress ? (
        <div className="stack tight">
          <progress {...(progress.of !== null && { max: progress.of, value: progress.done })} aria-label={title} />
          <span role="status">{words.progress(progress.done, progress.of)}</span>
        </div>
      ) : (
        <div className={`grid roomy start ${styles.choices}`}>
          <Segments
            legend={words.format}
            name={name}
            value={format}
            options={exportFormats.map((value) => ({ value, label: words.formats[value] }))}
            onChange={setFormat}
          />
        </div>
      )}
      {error && (
        <Notice role="alert" tone="bad">
          {error}
        </Notice>
      )}
    </Dialog>
  )
}

/** Returns the reason for missing rows in the file, or null. */
function cautionOf({ written, total, repeats, unreadable }: Exported) {
  if (repeats) return words.repeats
  if (unreadable > 0) return words.unreadable(unreadable)
  return total !== null && total > written ? words.fewer(written, total) : null
}

/** Returns a function that calls `act` at most once per `every` milliseconds. */
function throttled<Args extends unknown[]>(act: (...args: Args) => void, every = 150) {
  let last = 0
  return (...args: Args) => {
    if (performance.now() - last < every) return
    last = performance.now()
    act(...args)
  }
}
