import { grouped } from '#contract/format/numbers.ts'
import styles from './client-report.module.css'

/** Large figures beside each other, each with its name. */
export const Figures = ({ figures }: { figures: readonly (readonly [name: string, value: number])[] }) => (
  <dl className={styles.figures}>
    {figures.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{grouped(value)}</dd>
      </div>
    ))}
  </dl>
)
