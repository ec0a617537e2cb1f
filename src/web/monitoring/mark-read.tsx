import { useQuery } from '@tanstack/react-query'
import { markRead, useLastRead } from '#web/alerts/last-read.ts'
import { alertQueries } from '#web/alerts/queries.ts'
import { alertsWords as words } from '#web/alerts/words.ts'
import { useExtension } from '#web/data/extensions.ts'
import { Button } from '#web/ui/button.tsx'
import { announce } from '#web/ui/live-region.tsx'
import { focusHeading } from '#web/ui/page-header.tsx'

/** Marks all alerts as read in this browser. Shows nothing if they are. */
export function MarkRead() {
  const isOffered = useExtension('alerts')
  const { data } = useQuery({ ...alertQueries.unread(useLastRead()), enabled: isOffered })
  if (!data || data.count === 0) return null
  const markAllRead = () => {
    markRead(data.newest)
    announce(words.marked)
    // The button disappears.
    focusHeading()
  }
  return (
    <Button icon="check" onClick={markAllRead}>
      {words.markRead}
    </Button>
  )
}
