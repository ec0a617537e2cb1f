import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Waiver } from '#contract/reports/findings.ts'
import { useCanWrite } from '#web/data/reader.ts'
import { removeWaiver } from '#web/findings/mutations.ts'
import { waiversQuery } from '#web/findings/queries.ts'
import { findingWords } from '#web/findings/words.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHead } from '#web/ui/page.tsx'
import { websiteTabsWords as words } from '../words.ts'
import styles from './website-issues.module.css'

/** The waivers of a website: their issues, reasons, authors and last days. */
export function WaiversCard({ id }: { id: number }) {
  const { data: waivers } = useQuery(waiversQuery(id))
  const canWrite = useCanWrite()
  if (!waivers || waivers.length === 0) return null
  const { waiverColumns: columns } = words
  return (
    <Card flush aria-labelledby="waivers">
      <CardHead id="waivers" title={words.waivers}>
        <p className="muted small">{words.waiversLead}</p>
      </CardHead>
      <table className={`${styles.table} ${styles.waivers}`}>
        <caption className="hidden-visually">{words.waivers}</caption>
        <thead>
          <tr>
            <th scope="col">{columns.issue}</th>
            <th scope="col">{columns.where}</th>
            <th scope="col">{columns.reason}</th>
            <th scope="col">{columns.author}</th>
            <th scope="col">{columns.until}</th>
            {canWrite && (
              <th scope="col">
                <span className="hidden-visually">{words.removeWaiver}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {waivers.map((waiver) => (
            <WaiverRow key={waiver.id} waiver={waiver} canWrite={canWrite} />
          ))}
        </tbody>
      </table>
    </Card>
  )
}

function WaiverRow({ waiver, canWrite }: { waiver: Waiver; canWrite: boolean }) {
  const [busy, setBusy] = useState(false)
  const { waiverColumns: columns } = words
  const name = waiver.name ?? waiver.check
  const remove = async () => {
    setBusy(true)
    await removeWaiver(waiver.id)
    setBusy(false)
  }
  return (
    <tr>
      <th scope="row">{name}</th>
      <td data-label={columns.where}>{waiver.target ?? words.wholeWebsite}</td>
      <td data-label={columns.reason}>{waiver.reason}</td>
      <td data-label={columns.author}>{waiver.author}</td>
      <td data-label={columns.until}>
        {waiver.expires_on === null ? words.noEnd : words.until(findingWords.day(waiver.expires_on), waiver.active)}
      </td>
      {canWrite && (
        <td>
          <Button size="s" busy={busy} onClick={() => void remove()} aria-label={words.removeWaiverOf(name)}>
            {words.removeWaiver}
          </Button>
        </td>
      )}
    </tr>
  )
}
