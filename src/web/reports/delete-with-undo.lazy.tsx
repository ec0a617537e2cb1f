import type { ReportRow } from '#contract/report-row.ts'
import { deleteOnLeaving, deleteReports } from './bulk-calls.ts'
import { comeBack, keepToDelete, leave } from './pending-deletes.ts'
import { leftName, leftToDelete } from './use-pending-deletes.ts'
import { ownChanges } from '#web/data/own-changes.ts'
import { queryClient } from '#web/data/query-client.ts'
import { outdateReports, reportQueries } from './queries.ts'
import { hasExtension } from '#web/data/service.ts'
import { currentClient, hasKey, watchKey } from '#web/data/session.ts'
import { websiteQueries } from '#web/websites/queries.ts'
import { announce } from '#web/ui/live-region.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { batchWords } from '#web/list/batch-words.ts'
import { type Batch, type BatchLine, failedOf } from '#web/list/batch.ts'
import { BatchCard } from '#web/list/batch-card.tsx'
import { createStore } from '#web/ui/store.ts'

const { deleting: words } = batchWords
const secondsToUndo = 8
/** More than these at a time would hide the page: the oldest is carried out. */
const mostWaiting = 3

type Leaving = Pick<ReportRow, 'id' | 'url'>

const open = new Set<Deletion>()
let bulk = false

/**
 * Takes the reports from every list at once, and deletes them after some seconds in which it can be undone. What fails
 * comes back, with the reason. Leaving the page carries it out.
 */
export function deleteWithUndo(reports: readonly Leaving[]) {
  new Deletion(reports).wait()
  for (const oldest of [...open].filter(({ waits }) => waits).slice(0, -mostWaiting)) void oldest.carryOut()
}

/** Goes on with what the last visit was closed over, in one tab only. */
export async function finishDeletions() {
  const left = leftToDelete()
  if (left.length === 0) return
  if (!hasKey()) await new Promise<void>((resolve) => watchKey((key) => key && resolve()))
  const finish = async () => {
    const deletion = new Deletion(left.map((id) => ({ id, url: batchWords.report(id) })))
    await deletion.carryOut(true)
    const finished = new Set(left)
    keepToDelete(leftToDelete().filter((id) => !finished.has(id)))
  }
  if (!navigator.locks) return finish()
  await navigator.locks.request(leftName, { ifAvailable: true }, (lock) => (lock ? finish() : undefined))
}

class Deletion {
  phase: 'waiting' | 'working' | 'over' = 'waiting'
  left = secondsToUndo
  held = false
  readonly ids: number[]
  readonly lines: BatchLine[] = []
  readonly #urls: Map<number, string>
  readonly #batch = createStore<Batch>({ title: '', of: null, lines: [] })
  readonly #bulkKnown = hasExtension(queryClient, 'bulk').then((has) => (bulk = has))
  #clock: ReturnType<typeof setInterval> | undefined
  #drop = () => {}

  constructor(reports: readonly Leaving[]) {
    this.#urls = new Map(reports.map(({ id, url }) => [id, url]))
    this.ids = [...this.#urls.keys()]
    leave(this.ids)
    open.add(this)
  }

  get waits() {
    return this.phase === 'waiting'
  }

  /** Those of which it is not known yet how they went. */
  get rest() {
    const known = new Set(this.lines.map(({ id }) => id))
    return this.ids.filter((id) => !known.has(id))
  }

  wait() {
    this.#count()
    this.#clock = setInterval(() => {
      if (this.held) return
      this.left -= 1
      if (this.left > 0) this.#count()
      else void this.carryOut()
    }, 1000)
    this.#drop = showToast({
      text: <BatchCard batch={this.#batch} />,
      stays: true,
      onHold: (held) => (this.held = held),
      onClose: () => void this.carryOut(),
    })
  }

  #count() {
    const many = this.ids.length
    const action = { label: words.undo, onSelect: () => this.undo() }
    this.#batch.set({
      title: words.waiting(many, this.left),
      said: words.waitingSaid(many, secondsToUndo),
      of: null,
      lines: [],
      action,
    })
  }

  undo() {
    if (!this.waits) return
    comeBack(this.ids)
    this.end()
    announce(words.undone(this.ids.length))
  }

  end() {
    this.phase = 'over'
    clearInterval(this.#clock)
    open.delete(this)
    this.#drop()
  }

  async carryOut(resumed = false) {
    if (!this.waits) return
    this.phase = 'working'
    clearInterval(this.#clock)
    const { ids, lines } = this
    const title = resumed ? words.resumed(ids.length) : words.working(ids.length)
    const show = () => this.#batch.set({ title, of: ids.length, lines })
    show()
    if (resumed) this.#drop = showToast({ text: <BatchCard batch={this.#batch} />, stays: true })
    await this.#bulkKnown
    await deleteReports(currentClient(), ids, {
      bulk,
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
    comeBack(failed.map(({ id }) => id))
    void outdateReports(queryClient)
    void queryClient.invalidateQueries({ queryKey: reportQueries.lists() })
    void queryClient.invalidateQueries({ queryKey: websiteQueries.all() })
    if (failed.length > 0) showFailed(failed, ids.length, lines)
    else showToast({ text: (resumed ? words.resumedDone : words.done)(ids.length) })
  }
}

function showFailed(failed: BatchLine[], of: number, lines: BatchLine[]) {
  const retry = () => {
    close()
    void new Deletion(failed).carryOut()
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
  const typing = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], dialog'
  const last = [...open].findLast(({ waits }) => waits)
  if (!last || (event.target instanceof Element && event.target.closest(typing))) return
  event.preventDefault()
  last.undo()
})

// The page is being left: what it still can send is sent, and the rest is kept for the next visit.
addEventListener('pagehide', () => {
  const ids = [...open].flatMap(({ rest }) => rest)
  if (ids.length === 0) return
  for (const deletion of open) deletion.end()
  const sent = new Set(ids)
  keepToDelete([...leftToDelete().filter((id) => !sent.has(id)), ...deleteOnLeaving(currentClient(), ids, bulk)])
})

// Without a key nothing can be deleted any more.
watchKey((key) => {
  if (!key) for (const deletion of open) deletion.undo()
})
