import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Waiver } from '#contract/reports/findings.ts'
import { removeWaiver } from '#web/findings/mutations.ts'
import { waiversQuery } from '#web/findings/queries.ts'
import { findingWords } from '#web/findings/words.ts'
import { useCanEdit } from '#web/resources/me.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHead } from '#web/ui/page.tsx'
import { column, type Columns, Table } from '#web/ui/table.tsx'
import { websiteTabsWords as words } from '../words.ts'

/** The waivers of a website: their issues, reasons, authors and last days. */
export function WaiversCard({ id }: { id: number }) {
  const { data: waivers } = useQuery(waiversQuery(id))
  const canWrite = useCanEdit(id)
  if (!waivers || waivers.length === 0) return null
  return (
    <Card flush aria-labelledby="waivers">
      <CardHead id="waivers" title={words.waivers}>
        <p className="muted small">{words.waiversLead}</p>
      </CardHead>
      <Table
        caption={words.waivers}
        columns={canWrite ? [...columns, removal] : columns}
        rows={waivers}
        keyOf={({ id: waiver }) => waiver}
      />
    </Card>
  )
}

const { waiverColumns: headings } = words
const nameOf = ({ name, check }: Waiver) => name ?? check

const columns: Columns<Waiver> = [
  column(headings.issue, nameOf, { isRowHeading: true }),
  column(headings.where, ({ target }) => target ?? words.wholeWebsite),
  column(headings.reason, ({ reason }) => reason),
  column(headings.author, ({ author }) => author, { width: '8rem' }),
  column(
    headings.until,
    ({ expires_on: day, active }) => (day === null ? words.noEnd : words.until(findingWords.day(day), active)),
    { width: '8rem' },
  ),
]

const removal = column<Waiver>(words.removeWaiver, (waiver) => <RemoveButton waiver={waiver} />, {
  width: '6.5rem',
  card: 'bare',
  hiddenHeading: true,
  isControl: true,
})

function RemoveButton({ waiver }: { waiver: Waiver }) {
  const [busy, setBusy] = useState(false)
  const remove = async () => {
    setBusy(true)
    await removeWaiver(waiver.id)
    setBusy(false)
  }
  return (
    <Button size="s" busy={busy} onClick={() => void remove()} aria-label={words.removeWaiverOf(nameOf(waiver))}>
      {words.removeWaiver}
    </Button>
  )
}
