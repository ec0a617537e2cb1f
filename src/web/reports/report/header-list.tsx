import type { ReportFacts } from '#contract/report-facts.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { reportFactsWords as words } from '../facts-words.ts'
import { LongText } from './long-text.tsx'
import styles from './facts.module.css'

/** The answer's headers, folded. */
export function HeaderList({ headers }: Pick<ReportFacts, 'headers'>) {
  return (
    <details className={styles.headers}>
      <summary>
        {words.headers(headers.length)}
        <Icon name="down" />
      </summary>
      <dl>
        {headers.map(([name, value], index) => (
          <div key={index}>
            <dt>{name}</dt>
            <dd>
              <LongText length={value.length}>{value}</LongText>
            </dd>
          </div>
        ))}
      </dl>
      <CopyButton
        text={headers.map((line) => line.join(': ')).join('\n')}
        label={words.copyHeaders}
        doneLabel={words.headersCopied}
        size="s"
      />
    </details>
  )
}
