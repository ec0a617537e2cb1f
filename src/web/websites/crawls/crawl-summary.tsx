import { grouped } from '#contract/format/numbers.ts'
import { indexabilities } from '#contract/reports/indexability.ts'
import { ratingOf, ratings, ratingTable, roundScore } from '#contract/reports/rating.ts'
import type { CrawlFigures, CrawlParameter, CrawlTrap } from '#contract/websites/crawls.ts'
import { Card, CardHead } from '#web/ui/page.tsx'
import { RatingBadge } from '#web/ui/rating-badge.tsx'
import { ScoreRing } from '#web/ui/score-ring.tsx'
import { column, type Columns, Table } from '#web/ui/table.tsx'
import { websiteWords } from '../words.ts'
import { heading, sizes } from './crawl-cells.tsx'
import { crawlWords as words } from './words.ts'
import summary from '../website-summary.module.css'
import styles from './crawls.module.css'

const linkKinds = ['internal', 'external', 'nofollow', 'parameters', 'scripts', 'blocked'] as const

/** The figures of a crawl: its URLs and their states, the average, the ratings and the links. */
export const CrawlSummary = ({ figures }: { figures: CrawlFigures }) => (
  <Card className={`tiles ${styles.summary}`} aria-label={words.summary}>
    <Average score={figures.average_score} />
    <div className={`grid ${summary.cell}`}>
      <h2>{words.urls}</h2>
      <p className="large">{grouped(figures.urls)}</p>
      <ul className="tiny">
        {indexabilities.map((state) => {
          const count = figures.states[state] ?? 0
          return count > 0 && <li key={state}>{websiteWords.state[state](count)}</li>
        })}
        {figures.rendered > 0 && <li>{words.rendered(figures.rendered)}</li>}
        {figures.unread > 0 && <li>{words.unread(figures.unread)}</li>}
      </ul>
    </div>
    <div className={`grid ${summary.cell}`}>
      <h2>{words.ratings}</h2>
      <Ratings counts={figures.ratings} />
    </div>
    <div className={`grid ${summary.cell}`}>
      <h2>{words.links}</h2>
      <dl className={`small ${styles.counts}`}>
        {linkKinds.map(
          (kind) =>
            (kind !== 'scripts' || figures.links.scripts > 0) && (
              <div key={kind} className="spread">
                <dt className="muted">{words.linkCounts[kind]}</dt>
                <dd>{grouped(figures.links[kind])}</dd>
              </div>
            ),
        )}
      </dl>
      <p className="faint tiny">{words.linksHint}</p>
    </div>
  </Card>
)

function Average({ score: average }: { score: number | null }) {
  if (average === null) {
    return (
      <div className={`grid ${summary.cell}`}>
        <h2>{words.average}</h2>
        <p className="muted">{words.noIndexable}</p>
      </div>
    )
  }
  const score = roundScore(average)
  const rating = ratingOf(score)
  return (
    <div className={`grid ${summary.cell} ${summary.rated}`}>
      <div className={summary.ring}>
        <ScoreRing score={score} rating={rating} label={words.ring(score)} of={words.of} />
      </div>
      <div className={`stack ${summary.cellText}`}>
        <h2>{words.average}</h2>
        <p className="small">
          <RatingBadge rating={rating} label={ratingTable[rating].label} />
        </p>
        <p className="faint tiny">{words.ofIndexable}</p>
      </div>
    </div>
  )
}

function Ratings({ counts }: { counts: CrawlFigures['ratings'] }) {
  const shown = ratings.map((rating) => ({ rating, count: counts[rating] ?? 0 }))
  return (
    <div className="stack tight">
      <div className={`meter parts ${summary.splitBar}`} aria-hidden="true">
        {shown.map(
          ({ rating, count }) => count > 0 && <i key={rating} className={rating} style={{ flexGrow: count }} />,
        )}
      </div>
      <ul className="cluster small across">
        {shown.map(({ rating, count }) => (
          <li key={rating}>
            <RatingBadge rating={rating} label={ratingTable[rating].label} /> <b>{grouped(count)}</b>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Groups of URLs without end that the crawl stopped to follow. */
export const EndlessUrls = ({ traps }: { traps: readonly CrawlTrap[] }) => (
  <Card flush aria-labelledby="endless">
    <CardHead id="endless" title={words.traps}>
      <p className="muted small">{words.trapsLead}</p>
    </CardHead>
    <Table
      hasCursor
      caption={words.traps}
      columns={trapColumns}
      rows={traps}
      keyOf={({ kind, pattern }) => `${kind} ${pattern}`}
    />
  </Card>
)

const trapColumns: Columns<CrawlTrap> = [
  column(words.trapColumns.pattern, ({ pattern }) => <code>{pattern}</code>, heading),
  column(words.trapColumns.kind, ({ kind }) => words.trap[kind], sizes.short),
  column(words.trapColumns.urls, ({ urls }) => grouped(urls), sizes.number),
  column(words.trapColumns.example, ({ example }) => example, sizes.wide),
]

/** The parameters of the crawl's URLs. */
export const UrlParameters = ({ parameters }: { parameters: readonly CrawlParameter[] }) => (
  <Card flush aria-labelledby="parameters">
    <CardHead id="parameters" title={words.parameters}>
      <p className="muted small">{words.parametersLead}</p>
    </CardHead>
    <Table
      hasCursor
      caption={words.parameters}
      columns={parameterColumns}
      rows={parameters}
      keyOf={({ name }) => name}
    />
  </Card>
)

const parameterColumns: Columns<CrawlParameter> = [
  column(words.parameterColumns.name, ({ name }) => <code>{name}</code>, heading),
  column(words.parameterColumns.urls, ({ urls }) => grouped(urls), sizes.number),
  column(
    words.parameterColumns.ignorable,
    ({ ignorable, same_text: same }) =>
      ignorable ? words.ignorable : same === undefined ? words.notIgnorable : same ? words.sameText : words.otherText,
    sizes.medium,
  ),
]
