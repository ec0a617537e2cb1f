import { Card } from '#web/ui/card.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { nameOf } from './value-shape.ts'
import { ValueTree } from './value-tree.tsx'
import { valueWords as words } from './value-words.ts'
import styles from './other-fields.module.css'

/** What the server sent of a report or website beside all that its page knows of. */
export const OtherFields = ({ other }: { other: Record<string, unknown> }) => (
  <Card flush>
    <details className={styles.others}>
      <summary>
        <h2>{words.others}</h2>
        <span>{Object.keys(other).slice(0, 8).map(nameOf).join(', ')}</span>
        <Icon name="down" />
      </summary>
      <div>
        <ValueTree value={other} words={words} />
      </div>
    </details>
  </Card>
)
