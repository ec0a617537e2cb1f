import { Link } from 'react-router-dom'
import { ratingOf } from '#contract/reports/rating.ts'
import type { MovedWebsite, Overview } from '#contract/websites/website-pages.ts'
import { paths } from '#web/app/paths.ts'
import { chosenPageSize } from '#web/data/preferences.ts'
import { RatedScore } from '#web/list/cells.tsx'
import { Card, CardHead } from '#web/ui/page.tsx'
import { unicodeHost } from '#web/ui/text.ts'
import { writtenDay } from '#web/ui/time.tsx'
import { overviewWords as words } from './words.ts'
import styles from './overview.module.css'

/** The websites whose average fell or rose most, as links to their pages. */
export const MovedWebsites = ({ overview: { fell, rose, since } }: { overview: Overview }) => (
  <Card flush aria-labelledby="moved">
    <CardHead id="moved" title={words.moved}>
      <p className="faint small">{words.movedHint(writtenDay(since))}</p>
    </CardHead>
    <Moved title={words.fell} websites={fell} none={words.noneFell} />
    <Moved title={words.rose} websites={rose} none={words.noneRose} />
  </Card>
)

function Moved({ title, websites, none }: { title: string; websites: readonly MovedWebsite[]; none: string }) {
  return (
    <section className={styles.moved}>
      <h3>{title}</h3>
      {websites.length === 0 && <p className={`muted small ${styles.none}`}>{none}</p>}
      <ul>
        {websites.map(({ website_id, domain, pages, average, change }) => (
          <li key={website_id}>
            <Link to={paths.website(website_id, { ...chosenPageSize(), latest: '1' })}>{unicodeHost(domain)}</Link>
            <span className={`faint tiny ${styles.count}`}>{words.pages(pages)}</span>
            <RatedScore score={average} rating={ratingOf(average)} />
            <Change by={change} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const Change = ({ by }: { by: number }) => (
  <span className={by < 0 ? styles.bad : styles.good}>
    <span aria-hidden="true">{by < 0 ? '▼' : '▲'} </span>
    <span className="hidden-visually">{by < 0 ? words.down : words.up} </span>
    {words.by(Math.abs(by))}
  </span>
)
