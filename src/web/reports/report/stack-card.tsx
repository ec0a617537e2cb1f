import type { TechnologyFact } from '#contract/report-facts.ts'
import { Card } from '#web/ui/card.tsx'
import { humanise } from '#web/ui/humanise.ts'
import { reportFactsWords as words } from '../facts-words.ts'
import { Fact } from './fact.tsx'
import styles from './facts.module.css'

/** What the page is made with, and what gave it away. */
export function StackCard({ stack }: { stack: readonly TechnologyFact[] }) {
  return (
    <Card aria-labelledby="stack" className={styles.card}>
      <h2 id="stack">{words.stack}</h2>
      <dl className={styles.facts}>
        {stack.map(({ name, kind, version, because }) => (
          <Fact key={`${kind} ${name}`} name={humanise(kind)}>
            {version ? `${name} ${version}` : name}
            {because && <p className={styles.faint}>{because}</p>}
          </Fact>
        ))}
      </dl>
    </Card>
  )
}
