import type { QueryKey } from '@tanstack/react-query'
import { useEffect } from 'react'
import { grouped } from '#contract/format/numbers.ts'
import { type ApiError, asApiError } from '#web/data/api-error.ts'
import { describeError, errorWords } from '#web/data/error-words.ts'
import { queryClient } from '#web/data/query-client.ts'
import type { ListDeviationsProps } from '#web/foreign/list-deviations.tsx'
import { Button, type ButtonStyle } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { announce } from '#web/ui/live-region.tsx'
import { Notice, Warnings } from '#web/ui/notice.tsx'
import { Card, EmptyState, focusHeading } from '#web/ui/page.tsx'
import { useCountdown } from '#web/ui/use-timers.ts'
import { emptiness } from './paging.ts'
import { itemsOf, type ListQuery, type ResourceName, type Row } from './resource.ts'
import type { Repair } from './use-list-query.ts'
import { activeFilters, isOutdated, type ListRows, type ResourceListState } from './use-resource-list.ts'
import { emptyListWords, formatCount, listNoticeWords, listWords } from './words.ts'
import styles from './list.module.css'

/** Lists the invalid parameters of the URL, and their replacements. */
export const RepairsNotice = ({ repairs }: { repairs: Repair[] }) => <Warnings sentences={repairs.map(sentenceOf)} />

const sentenceOf = ({ name, given, used, repeated }: Repair) =>
  repeated ? listNoticeWords.repeated(name) : listNoticeWords.repair(name, printable(given), used)

/** Returns a value of the URL short enough for a sentence, with a mark in place of each invisible character. */
export function printable(given: string, longest = 40) {
  const visible = [...given.replace(/\p{C}/gu, '\uFFFD')]
  return visible.length > longest ? `${visible.slice(0, longest - 1).join('')}…` : visible.join('')
}

type ListErrorProps = {
  rows: ListRows<Row, ListQuery>
  /** The rows shown instead of those that failed to load: none, those of before, or the same ones, but older. */
  shows: keyof typeof listNoticeWords.failed
}

/** Explains missing rows, or rows other than the requested ones. */
export function ListError({ rows: { error, busy, retry }, shows }: ListErrorProps) {
  const failure = asApiError(error)
  const { title, text } = describeError(failure)
  return (
    <Notice role="alert" tone="bad" actions={<FailureActions size="s" error={failure} busy={busy} onRetry={retry} />}>
      <strong>{listNoticeWords.failed[shows]}.</strong> {title}. {text}
    </Notice>
  )
}

type UpdateNoticeProps = { rows: ListRows<Row, ListQuery>; resource: ResourceName }

/**
 * Announces changes on the server, such as "3 new reports". The rows do not move until the user asks for the update.
 */
export function UpdateNotice({ rows, resource }: UpdateNoticeProps) {
  const { update, applyUpdate } = rows
  const added = update?.added ?? 0
  const removed = update?.deleted.size ?? 0
  const sentence =
    [
      added > 0 && listNoticeWords.added[itemsOf(resource)](added),
      removed > 0 && listNoticeWords.deletedElsewhere(removed),
    ]
      .filter(Boolean)
      .join(', ') || listNoticeWords.changed
  useEffect(() => announce(sentence), [sentence])
  return (
    <div className={styles.place}>
      <p className={`over enters row ${styles.pill}`}>
        {sentence}
        <Button size="s" variant="main" onClick={applyUpdate}>
          {added > 0 ? listNoticeWords.showNew : listNoticeWords.showChanged}
        </Button>
      </p>
    </div>
  )
}

/** Acts and moves the focus, because the action removes the button that was pressed. */
export function act(action: () => void) {
  action()
  focusHeading()
}

type NoMatchProps = { filters: { label: string; onRemove: () => void }[]; onClear: () => void }

/** No row matches the filters: names each of them and offers to remove it, or all. */
export function NoMatch({ filters, onClear }: NoMatchProps) {
  return (
    <Card>
      <EmptyState
        title={emptyListWords.noMatch}
        actions={
          <>
            {filters.map(({ label, onRemove }) => (
              <Button key={label} icon="cross" aria-label={emptyListWords.drop(label)} onClick={() => act(onRemove)}>
                {label}
              </Button>
            ))}
            {filters.length > 1 && (
              <Button variant="main" onClick={() => act(onClear)}>
                {emptyListWords.dropAll}
              </Button>
            )}
          </>
        }
      />
    </Card>
  )
}

type PastEndProps = { page: number; lastPage: number | null; listKey: QueryKey; onPage: (page: number) => void }

/** The page is beyond the end of the list. */
export function PastEnd({ page, lastPage, listKey, onPage }: PastEndProps) {
  const last = lastPage ?? page - 1
  const turnTo = (number: number) => {
    // The cached pages are from when the list was longer.
    void queryClient.invalidateQueries({ queryKey: listKey, refetchType: 'none' })
    act(() => onPage(number))
  }
  return (
    <Card>
      <EmptyState
        title={emptyListWords.pastEnd(grouped(page))}
        actions={
          <>
            <Button variant="main" onClick={() => turnTo(last)}>
              {emptyListWords.goToNumber(grouped(last))}
            </Button>
            {lastPage === null && last > 1 && (
              <Button onClick={() => turnTo(1)}>{emptyListWords.goToNumber('1')}</Button>
            )}
          </>
        }
      >
        {lastPage === null ? emptyListWords.pastEndUnknown : emptyListWords.pastEndMore(grouped(lastPage))}
      </EmptyState>
    </Card>
  )
}

type FailureProps = { error: ApiError; onRetry?: (() => void) | undefined; busy?: boolean | undefined }

/** Shown in place of content that could not be loaded, with advice. */
export function Failure(props: FailureProps) {
  const { title, text } = describeError(props.error)
  return (
    <EmptyState alert title={title} actions={<FailureActions {...props} variant="main" />}>
      {text}
    </EmptyState>
  )
}

/** The buttons of an error: retry, as soon as the server permits it, and copy the details. */
export function FailureActions({
  error,
  onRetry,
  busy,
  variant,
  size,
}: FailureProps & Pick<ButtonStyle, 'variant' | 'size'>) {
  const wait = useCountdown(error.retryAt)
  const label =
    wait > 0 ? errorWords.waitFor(wait) : error.kind === 'unauthenticated' ? errorWords.enterKey : errorWords.retry
  return (
    <>
      {onRetry && (
        <Button variant={variant} size={size} icon="again" busy={busy} disabled={wait > 0} onClick={onRetry}>
          {label}
        </Button>
      )}
      {error.detail && (
        <CopyButton size={size} text={error.detail} label={errorWords.copyDetail} doneLabel={errorWords.copied} />
      )}
    </>
  )
}

const ListDeviations = lazyPart(() => import('#web/foreign/list-deviations.tsx').then((file) => file.ListDeviations))

/** The number of rows that match, such as "1,284 of 48,310 reports". A status region, so every change is announced. */
export function ListCount<R extends Row, Q extends ListQuery>({ state }: { state: ResourceListState<R, Q> }) {
  const { rows } = state
  const outdated = isOutdated(state)
  return (
    <span role="status" aria-busy={outdated}>
      {outdated && rows.error ? '\u00A0' : rows.page?.total === null ? listWords.uncounted : countedRows(state)}
    </span>
  )
}

/** Returns true if the list is empty without any filter, so that there is nothing to share or to choose from. */
export function isFirstRun<R extends Row, Q extends ListQuery>(state: ResourceListState<R, Q>) {
  const { page, shown } = state.rows
  return page && emptiness(shown, activeFilters(state, shown).length > 0, page) === 'first-run'
}

/** Returns the number of rows in words, with the total if filters are active. */
export function countedRows<R extends Row, Q extends ListQuery>(state: ResourceListState<R, Q>) {
  const { resource, list, rows, unfiltered } = state
  if (!rows.page) return '\u00A0'
  const { total, totalRelation } = rows.page
  if (total === null) return resource.words.countUnknown
  const counted = formatCount(total, totalRelation)
  const all = unfiltered?.total ?? 0
  const isPart = activeFilters(state, list.query).length > 0 && all > total
  return isPart ? resource.words.countedOf(counted, all) : resource.words.counted(counted)
}

/** The live region of `RepairsNotice`. */
export const Repairs = ({ repairs }: { repairs: Repair[] }) => (
  <div role="status" className={styles.live}>
    {repairs.length > 0 && <RepairsNotice repairs={repairs} />}
  </div>
)

/**
 * The live region for differences between the rows and the request. Our own service never differs, so only other
 * servers are checked.
 */
export const Deviations = ({ isOwn, ...props }: ListDeviationsProps & { isOwn: boolean }) => (
  <div role="status" className={styles.live}>
    {!isOwn && props.rows.page && <ListDeviations {...props} />}
  </div>
)
