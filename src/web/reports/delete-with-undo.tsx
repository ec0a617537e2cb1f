import type { AnyReportRow } from '#contract/reports/report-row.ts'
import { isOwnService } from '#contract/service-info.ts'
import { currentClient } from '#web/data/current-client.ts'
import { ownChanges, queryClient } from '#web/data/query-client.ts'
import { onOwnService, serviceInfoQuery } from '#web/data/service.ts'
import { hasKey, watchKey } from '#web/data/session.ts'
import { type Batch, BatchCard, type BatchLine, failedOf } from '#web/list/batch.tsx'
import { batchWords } from '#web/list/words.ts'
import { outdateReports, reportQueries } from '#web/resources/report-queries.ts'
import { announce } from '#web/ui/live-region.tsx'
import { isTyping } from '#web/ui/shortcuts.ts'
import { createStore } from '#web/ui/store.ts'
import { showToast } from '#web/ui/toast.tsx'
import {
  deleteOnLeaving,
  deleteReports,
  finishLock,
  hideReports,
  sentDeletions,
  showReports,
  unsentDeletions,
} from './delete-reports.ts'
import { deletingWords as words } from './words.ts'

const secondsToUndo = 8
/** Limits the notifications on screen: of more waiting deletions, the oldest starts. */
const maxWaiting = 3

type Report = Pick<AnyReportRow, 'id' | 'url'>

/** Module state: deletions outlive the list that started them, and must be sent when the page is closed. */
const open = new Set<Deletion>()

/**
 * Removes reports from every list at once, and deletes them after a few seconds unless the user undoes it. Reports that
 * cannot be deleted appear again, with the reason. Closing the page starts the deletion.
 */
export function deleteWithUndo(reports: readonly Report[]) {
  new Deletion(reports).wait()
  for (const oldest of [...open].filter(({ waits }) => waits).slice(0, -maxWaiting)) void oldest.start()
}

/**
 * Finishes the deletions that the last visit could not send, and repeats those whose response it could not see: only a
 * failure is then shown, because a missing report counts as deleted. Runs in one tab only.
 */
export async function finishDeletions() {
  if (unsentDeletions.get().length + sentDeletions.get().length === 0) return
  if (!hasKey()) await new Promise<void>((resolve) => watchKey((key) => key && resolve()))
  const finish = async () => {
    await finishStored(unsentDeletions, 'resumed')
    await finishStored(sentDeletions, 'repeated')
  }
  if (!navigator.locks) return finish()
  await navigator.locks.request(finishLock, { ifAvailable: true }, (lock) => (lock ? finish() : undefined))
}

async function finishStored(deletions: typeof sentDeletions, kind: 'resumed' | 'repeated') {
  const ids = deletions.get()
  if (ids.length === 0) return
  await new Deletion(ids.map((id) => ({ id, url: words.report(id) }))).start(kind)
  deletions.remove(ids)
}

class Deletion {
  phase: 'waiting' | 'working' | 'over' = 'waiting'
  secondsLeft = secondsToUndo
  paused = false
  readonly ids: number[]
  readonly lines: BatchLine[] = []
  readonly #urls: Map<number, string>
  readonly #batch = createStore<Batch>({ title: '', of: null, lines: [] })
  #clock: ReturnType<typeof setInterval> | undefined
  #close = () => {}

  constructor(reports: readonly Report[]) {
    this.#urls = new Map(reports.map(({ id, url }) => [id, url]))
    this.ids = [...this.#urls.keys()]
    hideReports(this.ids)
    open.add(this)
  }

  get waits() {
    return this.phase === 'waiting'
  }

  /** The ids without an outcome so far. */
  get rest() {
    const known = new Set(this.lines.map(({ id }) => id))
    return this.ids.filter((id) => !known.has(id))
  }

  wait() {
    this.#showCountdown()
    this.#clock = setInterval(() => {
      if (this.paused) return
      this.secondsLeft -= 1
      if (this.secondsLeft > 0) this.#showCountdown()
      else void this.start()
    }, 1000)
    this.#close = showToast({
      text: <BatchCard batch={this.#batch} />,
      stays: true,
      onHold: (paused) => (this.paused = paused),
      onClose: () => void this.start(),
    })
  }

  #showCountdown() {
    const count = this.ids.length
    this.#batch.set({
      title: words.waiting(count, this.secondsLeft),
      spokenTitle: words.waitingSpoken(count, secondsToUndo),
      of: null,
      lines: [],
      action: { label: words.undo, onSelect: () => this.undo() },
    })
  }

  undo() {
    if (!this.waits) return
    showReports(this.ids)
    this.end()
    announce(words.undone(this.ids.length))
  }

  end() {
    this.phase = 'over'
    clearInterval(this.#clock)
    open.delete(this)
    this.#close()
  }

  async start(kind: 'new' | 'resumed' | 'repeated' = 'new') {
    if (!this.waits) return
    this.phase = 'working'
    clearInterval(this.#clock)
    const { ids, lines } = this
    const title = kind === 'resumed' ? words.resumed(ids.length) : words.working(ids.length)
    const show = () => this.#batch.set({ title, of: ids.length, lines })
    show()
    if (kind === 'resumed') this.#close = showToast({ text: <BatchCard batch={this.#batch} />, stays: true })
    await deleteReports(currentClient(), ids, {
      bulk: await onOwnService(queryClient),
      onOutcome: ({ item, error }) => {
        lines.push({ id: item, url: this.#urls.get(item) ?? '', error })
        show()
        if (error) return
        ownChanges.add('reports', item)
        queryClient.removeQueries({ queryKey: reportQueries.detail(item).queryKey, type: 'inactive' })
      },
    })
    if (this.phase !== 'working') return
    const failed = failedOf(lines)
    this.end()
    showReports(failed.map(({ id }) => id))
    outdateReports()
    if (failed.length > 0) showFailed(failed, ids.length, lines)
    else if (kind !== 'repeated') showToast({ text: words[kind === 'resumed' ? 'resumedDone' : 'done'](ids.length) })
  }
}

function showFailed(failed: BatchLine[], of: number, lines: BatchLine[]) {
  const retry = () => {
    close()
    void new Deletion(failed).start()
  }
  const batch = createStore<Batch>({
    title: words.failed(failed.length, of),
    of: null,
    lines,
    action: { label: batchWords.retry(failed.length), onSelect: retry },
  })
  const close = showToast({ tone: 'bad', stays: true, text: <BatchCard batch={batch} /> })
}

addEventListener('keydown', (event) => {
  if (event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
  const last = [...open].findLast(({ waits }) => waits)
  if (!last || isTyping(event)) return
  event.preventDefault()
  last.undo()
})

// A closed page sends what it can, and the next visit sees to the rest.
addEventListener('pagehide', () => {
  const ids = [...open].flatMap(({ rest }) => rest)
  if (ids.length === 0) return
  for (const deletion of open) deletion.end()
  // The description is in the cache: nothing can be awaited here.
  const service = queryClient.getQueryData(serviceInfoQuery().queryKey)
  deleteOnLeaving(currentClient(), ids, isOwnService(service))
})

// Nothing can be deleted without a key.
watchKey((key) => {
  if (!key) for (const deletion of open) deletion.undo()
})
