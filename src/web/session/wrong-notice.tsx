import { CopyButton } from '#web/ui/copy-button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { errorWords as words } from '#web/data/error-words.ts'
import type { Wrong } from './use-trial.ts'

/** What no field can mend. */
export function WrongNotice({ wrong: { sentence, fault } }: { wrong: Wrong }) {
  const detail = fault?.cause.detail
  return (
    <div role="alert">
      <Notice
        tone="bad"
        actions={detail && <CopyButton size="s" text={detail} label={words.copyDetail} doneLabel={words.copied} />}
      >
        {sentence}
      </Notice>
    </div>
  )
}
