import { type ReactNode, useContext, useEffect, useMemo, useRef } from 'react'
import { type Rating, ratingTable, roundScore } from '#contract/reports/rating.ts'
import { ScoreBar } from '#web/ui/rating-badge.tsx'
import { RelativeTime } from '#web/ui/time.tsx'
import { ListActionsContext } from './list-actions.ts'
import { listWords } from './words.ts'

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
  <ScoreBar score={roundScore(score)} rating={rating} label={ratingTable[rating].label} />
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
