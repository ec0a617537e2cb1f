import { useState } from 'react'
import type { ReportFacts, StructuredItem } from '#contract/reports/report-facts.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHead } from '#web/ui/page.tsx'
import { column, type Columns, Table } from '#web/ui/table.tsx'
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
      <CardHead id="structured" title={words.structured}>
        <p className="faint tiny">{words.structuredTotal(total)}</p>
      </CardHead>
      <Table
        look="pair"
        caption={words.structuredCaption}
        columns={columns}
        rows={shown.map((item, index) => ({ ...item, index }))}
        keyOf={({ index }) => index}
      />
      {(items.length > shown.length || total > items.length) && (
        <p className="last-line muted small">
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

const columns: Columns<StructuredItem & { index: number }> = [
  column(words.structuredType, (item) => <Item item={item} />, { isRowHeading: true }),
  column(words.structuredRequired, ({ missing_required: missing }) => <Missing properties={missing} isFault />, {
    card: 'line',
  }),
  column(words.structuredRecommended, ({ missing_recommended: missing }) => <Missing properties={missing} />, {
    card: 'line',
  }),
]

const Item = ({ item: { type, name, syntax, features, retired } }: { item: StructuredItem }) => (
  <>
    {type}
    {name && <span className={`muted ${styles.line}`}>{name}</span>}
    <span className={`faint tiny ${styles.line}`}>
      {[syntax && words.syntax[syntax], ...features, retired && words.structuredRetired].filter(Boolean).join(', ')}
    </span>
  </>
)

type MissingProps = { properties: readonly string[]; isFault?: boolean }

const Missing = ({ properties, isFault }: MissingProps) =>
  properties.length === 0 ? (
    <span className="faint tiny">{words.structuredNothing}</span>
  ) : (
    <span className={isFault ? 'medium bad toned' : undefined}>{properties.join(', ')}</span>
  )
