import { asApiError } from '#web/data/api-error.ts'
import { useCountdown } from '#web/ui/use-countdown.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { describeError, errorWords } from '#web/data/error-words.ts'
import { listNoticeWords as words } from './notice-words.ts'
import { listWords } from './words.ts'
import { NewsPill as Pill } from './list-news.tsx'
import { SinceNotice as SinceLink } from './list-since.tsx'
import type { Repair } from './list-address.ts'
import type { NewsProps } from './list-notices.tsx'
import { Sentences } from './sentences.tsx'
import { shortGiven } from './short-given.ts'

export const NewsPill = Pill
export const SinceNotice = SinceLink

const sentenceOf = ({ name, given, used, repeated }: Repair) =>
  repeated ? words.repeated(name) : words.repair(name, shortGiven(given), words.repaired[name]?.(used) ?? String(used))

export const RepairsNotice = ({ repairs }: { repairs: Repair[] }) => <Sentences sentences={repairs.map(sentenceOf)} />

export function ListErrorNotice({ error, page, busy, retry }: NewsProps['rows']) {
  const failure = asApiError(error)
  const { title, text } = describeError(failure)
  const wait = useCountdown(failure.retryAt)
  return (
    <div role="alert">
      <Notice
        tone="bad"
        actions={
          <>
            <Button size="s" icon="again" busy={busy} disabled={wait > 0} onClick={retry}>
              {wait > 0
                ? errorWords.waitFor(wait)
                : failure.kind === 'unauthenticated'
                  ? errorWords.enterKey
                  : listWords.retry}
            </Button>
            {failure.detail && (
              <CopyButton size="s" text={failure.detail} label={errorWords.copyDetail} doneLabel={errorWords.copied} />
            )}
          </>
        }
      >
        <strong>{page ? words.failedOld : listWords.failed}.</strong> {title}. {text}
      </Notice>
    </div>
  )
}
