import type { Effort } from './plain-actions.ts'
import { documentWords as words } from './words.ts'
import styles from './client-report.module.css'

type Action = {
  id: string
  action: string
  effort: Effort | null
  why: string
  gain: string
  /** Where the appendix describes it. */
  href?: string | undefined
}

/** The next steps, the most important first; the text `none` if there are none. */
export function Actions({ actions, none }: { actions: readonly Action[]; none: string }) {
  if (actions.length === 0) return <p>{none}</p>
  return (
    <>
      <p>{words.actionsLead(actions.length)}</p>
      <ol className={styles.actions}>
        {actions.map(({ id, action, effort, why, gain, href }) => (
          <li key={id}>
            <h3>{action}</h3>
            <p>{why}</p>
            <p className={styles.note}>
              {effort && <span>{`${words.effort}: ${words.efforts[effort].toLowerCase()}`}</span>}
              <span>{gain}</span>
              {href && <a href={href}>{words.detailsOf}</a>}
            </p>
          </li>
        ))}
      </ol>
    </>
  )
}
