import { Notice } from '#web/ui/notice.tsx'
import { reportWords as words } from '#web/words/report.ts'
import type { Indexability } from './indexability.ts'

/** Whether Google may index the page, in one sentence, above everything else. */
export function VerdictLine({ verdict }: { verdict: NonNullable<Indexability> }) {
  switch (verdict.kind) {
    case 'open':
      return (
        <Notice tone="good">
          <b>{words.verdict.open}</b> {words.verdict.openReason}
        </Notice>
      )
    case 'unsure':
      return (
        <Notice tone="decent">
          <b>{words.verdict.unsure}</b> {verdict.check.reason ?? verdict.check.title}
        </Notice>
      )
    default:
      return (
        <Notice tone="bad">
          <b>{words.verdict[verdict.kind]}</b> {words.verdict.obstacles(verdict.obstacles)}
          {verdict.kind === 'unread' && ` ${words.verdict.unreadMore}`}
        </Notice>
      )
  }
}
