import { useEffect, useEffectEvent } from 'react'
import { ApiError, asApiError } from '#web/data/api-error.ts'
import { currentClient } from '#web/data/current-client.ts'
import { describeError } from '#web/data/error-words.ts'
import { isVisitor } from '#web/data/reader.ts'
import { announce } from '#web/ui/live-region.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Warnings } from '#web/ui/warnings.tsx'
import { FailureActions } from './failure.tsx'
import './list-print.css'
import { listNoticeWords as words } from './notice-words.ts'
import type { ListQuery, ResourceName, Row } from './resource.ts'
import type { Repair } from './use-list-query.ts'
import type { ListRows } from './use-resource-list.ts'
import styles from './list-notices.module.css'

/** Says which parameters of the URL are not allowed, and what is shown instead. */
export const RepairsNotice = ({ repairs }: { repairs: Repair[] }) => <Warnings sentences={repairs.map(sentenceOf)} />

const sentenceOf = ({ name, given, used, repeated }: Repair) =>
  repeated ? words.repeated(name) : words.repair(name, printable(given), used)

/** Returns a value of the URL short enough for a sentence, with a mark in place of each invisible character. */
export function printable(given: string, longest = 40) {
  const visible = [...given.replace(/\p{C}/gu, '\uFFFD')]
  return visible.length > longest ? `${visible.slice(0, longest - 1).join('')}…` : visible.join('')
}

type ListErrorProps = {
  rows: ListRows<Row, ListQuery>
  /** Which rows are shown instead of those that failed to load: none, those of before, or the same ones, but older. */
  shows: keyof typeof words.failed
}

/** Says why there are no rows, or why the shown rows are not the requested ones. */
export function ListError({ rows: { error, busy, retry }, shows }: ListErrorProps) {
  const failure = asApiError(error)
  const { title, text } = describeError(failure)
  return (
    <Notice role="alert" tone="bad" actions={<FailureActions size="s" error={failure} busy={busy} onRetry={retry} />}>
      <strong>{words.failed[shows]}.</strong> {title}. {text}
    </Notice>
  )
}

type UpdateNoticeProps = { rows: ListRows<Row, ListQuery>; resource: ResourceName }

/**
 * Says what changed on the server, such as "3 new reports". The rows do not move until the user asks for the update.
 */
export function UpdateNotice({ rows, resource }: UpdateNoticeProps) {
  const { update, deleted, applyUpdate } = rows
  const missing = update?.missing ?? []
  useDeletedRows(resource, missing, rows.markDeleted)
  const added = update?.added ?? 0
  const removed = missing.filter((id) => deleted?.has(id)).length
  const sentence =
    [added > 0 && words.added[resource](added), removed > 0 && words.deletedElsewhere(removed)]
      .filter(Boolean)
      .join(', ') || words.changed
  useEffect(() => announce(sentence), [sentence])
  return (
    <div className={styles.place}>
      <p className={styles.pill}>
        {sentence}
        <button type="button" onClick={applyUpdate}>
          {added > 0 ? words.showNew : words.showChanged}
        </button>
      </p>
    </div>
  )
}

/** Limits the requests for missing rows. A page that lost more has changed as a whole. */
const maxLookups = 20

/** Marks missing rows as deleted. Requests each of them, because a row may have moved to another page instead. */
function useDeletedRows(resource: ResourceName, missing: number[], markDeleted: (ids: ReadonlySet<number>) => void) {
  const lookups = missing.slice(0, maxLookups).join()
  const onDeleted = useEffectEvent(markDeleted)
  useEffect(() => {
    const stop = new AbortController()
    const ids = lookups === '' ? [] : lookups.split(',').map(Number)
    void Promise.all(ids.map(async (id) => ((await isDeleted(resource, id, stop.signal)) ? [id] : []))).then(
      (found) => {
        if (!stop.signal.aborted && found.flat().length > 0) onDeleted(new Set(found.flat()))
      },
    )
    return () => stop.abort()
  }, [lookups, resource])
}

async function isDeleted(resource: ResourceName, id: number, signal: AbortSignal) {
  // For a visitor, a deleted row and one that is no longer shared look the same.
  if (isVisitor()) return false
  try {
    await currentClient().call('GET', `/${resource}/${id}`, { signal })
    return false
  } catch (error) {
    return error instanceof ApiError && error.kind === 'missing'
  }
}
