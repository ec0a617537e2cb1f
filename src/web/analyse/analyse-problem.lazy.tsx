import { useCountdown } from '#web/ui/use-countdown.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { errorWords } from '#web/data/error-words.ts'
import { analyseWords } from './words.ts'
import type { Wrong } from './analyse.lazy.ts'
import styles from './analyse-problem.lazy.module.css'

export type AnalyseWrongProps = { id: string; wrong: Wrong; onDismiss: () => void }

/** Why there is no report, under the field that asked for one. */
export function AnalyseWrong({ id, wrong, onDismiss }: AnalyseWrongProps) {
  const wait = useCountdown(wrong.retryAt)
  return (
    <div className={styles.wrong}>
      <Icon name="warn" />
      <p id={id} role="alert">
        {wrong.sentence} {wait > 0 && <span aria-hidden="true">{errorWords.waitFor(wait)}</span>}
      </p>
      {wrong.detail && (
        <CopyButton size="s" text={wrong.detail} label={errorWords.copyDetail} doneLabel={errorWords.copied} />
      )}
      <Button variant="plain" size="s" icon="cross" iconOnly onClick={onDismiss}>
        {analyseWords.dismiss}
      </Button>
    </div>
  )
}
