import type { WholeWebsite } from '#contract/website.ts'
import { Card } from '#web/ui/card.tsx'
import { ValueTree } from '#web/ui/value-tree.tsx'
import { valueWords } from '#web/words/values.ts'
import { websiteWords as words } from '#web/words/website.ts'
import styles from './other-fields.lazy.module.css'

/** What the server says of the website beyond all that the page knows of. */
export const OtherFields = ({ other }: Pick<WholeWebsite, 'other'>) => (
  <Card>
    <details className={styles.others}>
      <summary>
        <h2>{words.others}</h2>
      </summary>
      <p>{words.othersText}</p>
      <ValueTree value={other} words={valueWords} />
    </details>
  </Card>
)
