import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { grouped } from '#contract/format/numbers.ts'
import { indexabilities, type Indexability, type IndexabilityChoice } from '#contract/reports/indexability.ts'
import { type Rating, ratingOf, ratings, ratingTable, roundScore } from '#contract/reports/rating.ts'
import { RatingBadge } from '#web/ui/rating-badge.tsx'
import { figureWords as words } from './words.ts'
import styles from './figures.module.css'

/** A number of pages with its unit: "41 indexable". It can be a link to these pages. */
export type Part = { text: string; to?: string | undefined; isBad?: boolean | undefined }

type FiguresProps = {
  /** Names the line. */
  label: string
  /** The average score, or what stands in its place. */
  score?: ReactNode
  /** All pages: "64 URLs". */
  total?: ReactNode
  /** They add up to all pages. */
  parts?: readonly Part[]
  /** Explains the sum. */
  note?: ReactNode
  /** Further figures, each as an item of the list. */
  children?: ReactNode
  className?: string | undefined
}

/** The figures of a website, a crawl or a day: its score, and its pages as a sum. */
export const Figures = ({ label, score, total, parts = [], note, children, className }: FiguresProps) => (
  <section aria-label={label} className={className}>
    <ul className={`dotted small ${styles.figures}`}>
      {score && <li className={styles.score}>{score}</li>}
      {total && (
        <li>
          {total}
          {parts.length > 0 && <Parts parts={parts} />}
          {note}
        </li>
      )}
      {children}
    </ul>
  </section>
)

const Parts = ({ parts }: { parts: readonly Part[] }) =>
  parts.map(({ text, to, isBad }, at) => (
    <Fragment key={text}>
      {at === 0 ? ': ' : ', '}
      {to === undefined ? (
        text
      ) : (
        <Link to={to} preventScrollReset className={isBad ? 'bad toned' : undefined}>
          {text}
        </Link>
      )}
    </Fragment>
  ))

/** The numbers of pages by rating. */
export const Ratings = ({ countOf }: { countOf: (rating: Rating) => number }) =>
  ratings.map((rating) => (
    <span key={rating} className={styles.rating}>
      <RatingBadge rating={rating} label={ratingTable[rating].label} /> {grouped(countOf(rating))}
    </span>
  ))

/** An average score as a number, with its rating. */
export function RatedAverage({ average }: { average: number }) {
  const score = roundScore(average)
  return (
    <>
      <b>{score}</b> <RatingBadge rating={ratingOf(score)} label={ratingTable[ratingOf(score)].label} />
    </>
  )
}

/**
 * Returns the pages of each state as parts of all pages. Redirects and pages that are indexed under another URL are one
 * part, as neither is a page of its own. The last part are pages of which the state isn't known.
 */
export function statesOf(
  all: number,
  countOf: (state: Indexability) => number,
  to: (state: IndexabilityChoice) => string | undefined = () => undefined,
  unknownText: (pages: number) => string = words.unknown,
): Part[] {
  const [redirects, others] = [countOf('redirect'), countOf('other_url')]
  const isBoth = redirects > 0 && others > 0
  const parts = (['indexable', 'blocked', 'redirect', 'other_url', 'unlikely', 'unclear'] as const).flatMap((state) => {
    if (countOf(state) === 0 || (isBoth && state === 'other_url')) return []
    if (isBoth && state === 'redirect') return { text: words.elsewhere(redirects + others), to: to('elsewhere') }
    return { text: words.state[state](countOf(state)), to: to(state), isBad: state === 'blocked' }
  })
  const unknown = all - indexabilities.reduce((sum, state) => sum + countOf(state), 0)
  return unknown > 0 ? [...parts, { text: unknownText(unknown) }] : parts
}
