import { useState } from 'react'
import type { ReportFacts, StructuredItem } from '#contract/reports/report-facts.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/page.tsx'
import { reportFactsWords as words } from './words.ts'
import styles from './structured-data-card.module.css'

type Structured = NonNullable<ReportFacts['structured']>
const shownAtFirst = 12

/** The structured data of the page, one row per item, with the properties that it lacks. */
export function StructuredDataCard({ structured: { items, total } }: { structured: Structured }) {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? items : items.slice(0, shownAtFirst)
  return (
    <Card flush aria-labelledby="structured">
      <div className={`cluster ${styles.head}`}>
        <h2 id="structured">{words.structured}</h2>
        <p className="faint tiny">{words.structuredTotal(total)}</p>
      </div>
      <table className={styles.table}>
        <caption className="hidden-visually">{words.structuredCaption}</caption>
        <thead>
          <tr>
            <th scope="col">{words.structuredType}</th>
            <th scope="col">{words.structuredRequired}</th>
            <th scope="col">{words.structuredRecommended}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((item, index) => (
            <Row key={index} item={item} />
          ))}
        </tbody>
      </table>
      {(items.length > shown.length || total > items.length) && (
        <p className={`muted small ${styles.more}`}>
          {items.length > shown.length ? (
            <Button size="s" onClick={() => setWhole(true)}>
              {words.moreOf(items.length - shown.length)}
            </Button>
          ) : (
            words.structuredMore(total - items.length)
          )}
        </p>
      )}
    </Card>
  )
}

const Row = ({
  item: { type, name, syntax, features, retired, missing_required, missing_recommended },
}: {
  item: StructuredItem
}) => (
  <tr>
    <th scope="row">
      {type}
      {name && <span className="muted">{name}</span>}
      <span className="faint tiny">
        {[syntax && words.syntax[syntax], ...features, retired && words.structuredRetired].filter(Boolean).join(', ')}
      </span>
    </th>
    <Missing label={words.structuredRequired} properties={missing_required} isFault />
    <Missing label={words.structuredRecommended} properties={missing_recommended} />
  </tr>
)

const Missing = ({
  label,
  properties,
  isFault,
}: {
  label: string
  properties: readonly string[]
  isFault?: boolean
}) => (
  <td data-label={label} className={properties.length === 0 ? 'faint tiny' : isFault ? styles.fault : undefined}>
    {properties.length === 0 ? words.structuredNothing : properties.join(', ')}
  </td>
)
