import { type ReactNode, useEffect, useRef, useState } from 'react'
import { grouped } from '#contract/format/numbers.ts'
import { type ExportFormat, exportFormats } from '#contract/lists/exports.ts'
import { ApiError } from '#web/data/api-error.ts'
import { errorSentence } from '#web/data/error-words.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { showToast } from '#web/ui/toast.tsx'
import type { ListQuery, Row } from './resource.ts'
import type { ResourceListState } from './use-resource-list.ts'
import { exportWords as words, formatCount } from './words.ts'
import { type Exported, type ExportOptions, openFile, writeExport } from './write-export.ts'

const ExportDialog = lazyPart(() => import('./export-dialog.tsx').then((file) => file.ExportDialog))

const types: Record<ExportFormat, string> = { csv: 'text/csv', json: 'application/json' }

/** A shorter export shows no dialog. */
const dialogAfter = 400

type Shown<R> = { options: ExportOptions<R>; done: number; of: number | null; error: string | null }

/**
 * Exports a list, or its selected rows, to a file. The dialog is there while a long export runs, and after one that
 * failed. Browsers let only a click open a file, so `start` opens it before anything else.
 */
export function useExport<R extends Row, Q extends ListQuery>({ resource, list, rows }: ResourceListState<R, Q>) {
  const [shown, show] = useState<Shown<R> | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const { total = null, totalRelation } = rows.page ?? {}

  async function start(options: ExportOptions<R>) {
    const sink = await openFile(`${words.name(resource.name)}.${options.format}`, types[options.format])
    if (!sink) return
    running.current?.abort()
    const stopper = new AbortController()
    running.current = stopper
    const began = performance.now()
    let progress = { options, done: 0, of: options.rows?.length ?? total, error: null }
    const showProgress = throttled(() => performance.now() - began >= dialogAfter && show(progress))
    show((now) => now && progress)
    const waiting = setTimeout(() => show(progress), dialogAfter)
    try {
      const whole = { resource, query: list.query }
      const result = await writeExport(whole, options, sink, stopper.signal, (done, of) => {
        progress = { ...progress, done, of }
        showProgress()
      })
      await sink.close()
      const caution = cautionOf(result)
      const text = [words.done(result.written), caution].filter(Boolean).join('. ')
      showToast({ text, tone: caution ? 'bad' : undefined })
      show(null)
    } catch (thrown) {
      await sink.abort().catch(() => {})
      if (stopper.signal.aborted) return
      show({ ...progress, error: thrown instanceof ApiError ? errorSentence(thrown) : words.noFile })
    } finally {
      clearTimeout(waiting)
    }
  }

  const dialogOf = ({ options, ...progress }: Shown<R>): ReactNode => {
    const { rows: selected } = options
    const count = selected ? grouped(selected.length) : total === null ? null : formatCount(total, totalRelation)
    const close = () => {
      running.current?.abort()
      show(null)
    }
    return (
      <ExportDialog
        title={words.title[resource.name](count)}
        {...progress}
        onAgain={() => void start(options)}
        onClose={close}
      />
    )
  }
  return {
    dialog: shown && dialogOf(shown),
    /** The items of a menu; `act` exports in the chosen format. */
    items: (act: (format: ExportFormat) => void) =>
      exportFormats.map((format) => ({ label: words.formats[format], onSelect: () => act(format) })),
    start: (options: ExportOptions<R>) => void start(options),
  }
}

/** Returns the reason for missing rows in the file, or null. */
function cautionOf({ written, total, repeats, unreadable }: Exported) {
  if (repeats) return words.repeats
  if (unreadable > 0) return words.unreadable(unreadable)
  return total !== null && total > written ? words.fewer(written, total) : null
}

/** Returns a function that calls `act` at most once per `every` milliseconds. */
function throttled(act: () => void, every = 150) {
  let last = 0
  return () => {
    if (performance.now() - last < every) return
    last = performance.now()
    act()
  }
}
