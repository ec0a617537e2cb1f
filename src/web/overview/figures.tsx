import { Link } from 'react-router-dom'
import { grouped } from '#contract/format/numbers.ts'
import { scoreRanges } from '#contract/lists/page-filters.ts'
import { ratingOf, ratings, ratingTable } from '#contract/reports/rating.ts'
import type { Overview } from '#contract/websites/overview.ts'
import { paths } from '#web/app/paths.ts'
import { chosenPageSize } from '#web/data/preferences.ts'
import { formatCount } from '#web/list/words.ts'
import { classes } from '#web/ui/classes.ts'
import { Card, CardHead } from '#web/ui/page.tsx'
import { RatingBadge } from '#web/ui/rating-badge.tsx'
import { unicodeHost } from '#web/ui/text.ts'
import { overviewWords as words } from './words.ts'
import styles from './overview.module.css'

const shownChanges = ['not_indexable', 'worse', 'better', 'new'] as const
const toneOfChange = { worse: 'bad', better: 'good', not_indexable: 'bad', new: null } as const

/** The numbers of pages that changed since a day, and the websites with most of them. Each links to its pages. */
export const Changes = ({ changed, since }: { changed: Overview['changed']; since: string }) => (
  <Card flush aria-labelledby="changes" className={styles.changes}>
    <CardHead id="changes" title={words.changes} />
    <ul>
      {shownChanges.map((change) => {
        const { count, relation, websites } = changed[change]
        const query = { ...chosenPageSize(), latest: '1', since, changed: change } as const
        const tone = toneOfChange[change]
        return (
          <li key={change}>
            <Link to={paths.reports(query)} className={`row spread ${styles.figure}`}>
              <span>{words.changed[change]}</span>
              <b className={classes(count > 0 && tone && `toned ${tone}`)}>{formatCount(count, relation)}</b>
            </Link>
            {websites.length > 0 && (
              <ul className={styles.where}>
                {websites.map(({ website_id, domain, pages }) => (
                  <li key={website_id}>
                    <Link to={paths.reports({ ...query, website_id })} className="row spread small">
                      <span>{unicodeHost(domain)}</span> <span className="faint">{grouped(pages)}</span>
                    </Link>
                  </li>
                ))}
              </ul>
            )}
          </li>
        )
      })}
    </ul>
  </Card>
)

/** The distribution of the pages' scores, in steps of ten, and their ratings. Each links to its pages. */
export function Scores({ overview }: { overview: Overview }) {
  const { scores } = overview
  const most = Math.max(1, ...scores)
  const query = { ...chosenPageSize(), latest: '1', indexability: 'indexable' } as const
  return (
    <Card flush aria-labelledby="scores">
      <CardHead id="scores" title={words.scores}>
        <p className="faint small">{words.scoresHint}</p>
      </CardHead>
      <ol className={styles.bars}>
        {scores.map((count, at) => {
          const range = scoreRanges[at]!
          const from = Number(range.split('-', 1))
          const name = `${range.replace('-', '–')}: ${words.pages(count)}`
          const bar = (
            <>
              <span className="hidden-visually">{name}</span>
              <span className={styles.bar} aria-hidden="true">
                {count > 0 && <i className={ratingOf(from)} style={{ height: `${(count / most) * 100}%` }} />}
              </span>
              <span aria-hidden="true">{from}</span>
            </>
          )
          return (
            <li key={from} title={name}>
              {count > 0 ? <Link to={paths.reports({ ...query, score: range })}>{bar}</Link> : bar}
            </li>
          )
        })}
      </ol>
      <ul className={styles.ratings}>
        {ratings.map((rating) => {
          const { label } = ratingTable[rating]
          const count = grouped(overview[rating])
          return (
            <li key={rating}>
              <Link
                to={paths.reports({ ...query, result: rating })}
                className={`row spread ${styles.figure}`}
                title={words.showRated(label, count)}
              >
                <RatingBadge rating={rating} label={label} />
                <b>{count}</b>
              </Link>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
