import { type ReactNode, useContext, useEffect, useMemo, useRef } from 'react'
import { type IndexabilitySummary, indexabilityText, indexabilityTone } from '#contract/reports/indexability.ts'
import { type Rating, ratingTable, roundScore } from '#contract/reports/rating.ts'
import { classes } from '#web/ui/classes.ts'
import { ScoreMark } from '#web/ui/rating-badge.tsx'
import type { ColumnMeta } from '#web/ui/table.tsx'
import { RelativeTime } from '#web/ui/time.tsx'
import { UrlText } from '#web/ui/url.tsx'
import { ListActionsContext } from './list-actions.ts'
import { indexingWords, listWords } from './words.ts'
import badge from '#web/ui/rating-badge.module.css'
import styles from './cells.module.css'

/** The columns that several lists have: their widths, and their places on cards. */
export const columnKinds = {
  select: { width: '2.5rem', card: 'select', isControl: true },
  score: { width: '5rem', narrow: '4.25rem', card: 'score' },
  indexing: { width: '7.25rem', narrow: '6.75rem', card: 'state' },
  created: { width: '8rem', narrow: '7.25rem', card: 'date', className: 'muted' },
  number: { narrow: null, isNumber: true },
  text: { width: '15rem', narrow: null },
  actions: { width: '3.25rem', card: 'actions', hiddenHeading: true, isControl: true },
} as const satisfies Record<string, ColumnMeta>

/**
 * Shown for a value that the server does not send. The cards of a phone have no headings, so they show it for the score
 * only.
 */
export const NotKnown = () => (
  <span title={listWords.notSaid} data-unknown="">
    <span aria-hidden="true">{listWords.notKnown}</span>
    <span className="hidden-visually">{listWords.notSaid}</span>
  </span>
)

export const RatedScore = ({ score, rating }: { score: number; rating: Rating }) => (
  <ScoreMark score={roundScore(score)} rating={rating} label={ratingTable[rating].label} />
)

/** Stands for the score of a page that has none, for the reason that its label names. */
export const NoScore = ({ label }: { label: string }) => (
  <span className="faint" title={label}>
    <span aria-hidden="true">–</span>
    <span className="hidden-visually">{label}</span>
  </span>
)

export const CreatedCell = ({ at }: { at: string | null }) => (at === null ? <NotKnown /> : <RelativeTime iso={at} />)

type RowLinkProps = { id: number; to: string; className: string | undefined; title?: string; children: ReactNode }

/** The pointer or focus rests this long on a link before its target is loaded. */
const intentMs = 80

/** A link to the item of a row, which is loaded as soon as the user seems about to open it. */
export function RowLink({ id, to, className, title, children }: RowLinkProps) {
  const { prefetch } = useContext(ListActionsContext)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const intent = useMemo(() => {
    const stop = () => clearTimeout(timer.current)
    const start = () => {
      stop()
      timer.current = setTimeout(prefetch, intentMs, id)
    }
    return { onPointerEnter: start, onPointerLeave: stop, onFocus: start, onBlur: stop }
  }, [prefetch, id])
  return (
    <a href={to} className={className} title={title} {...intent}>
      {children}
    </a>
  )
}

type PageCellProps = {
  url: string
  title: string | null
  /** The domain of its website, as far as it is known. */
  domain: string | null
}

/** The two lines of a page, its title and URL, within a link or alone. */
export const PageLines = ({ url, title, domain }: PageCellProps) => (
  <>
    {title && (
      <span className={styles.title} title={title}>
        {title}
      </span>
    )}
    <UrlText url={url} domain={domain} />
  </>
)

type IndexingTagProps = {
  /** Null if it isn't known. */
  summary: IndexabilitySummary | null
  status?: number | null | undefined
  /** The name of the check behind it. */
  check?: string | null | undefined
}

/** The reason for which Google won't index a page as it is, in a word. The sentence is its tooltip and spoken text. */
export function IndexingTag({ summary, status, check }: IndexingTagProps) {
  const tone = summary && indexabilityTone(summary)
  if (!summary?.state || tone === 'good') return null
  const { state, code } = summary
  const isError = status && status >= 400 && (!code || code === 'status')
  const text = indexabilityText(summary)
  const sentence = check ? indexingWords.because(text, check) : text
  return (
    <span
      className={classes(badge.rating, styles.tag, tone, tone !== 'info' && 'toned')}
      data-tone={tone}
      title={sentence}
    >
      <span aria-hidden="true">
        {isError ? status : ((code && indexingWords.codes[code]) ?? indexingWords.states[state])}
      </span>
      <span className="hidden-visually">{sentence}</span>
    </span>
  )
}
