import type { ReactNode } from 'react'
import { grouped } from '#contract/format/numbers.ts'
import type { Effort } from '#contract/reports/analysis.ts'
import type { Summary } from './summary.tsx'
import { type documentWords, documentWords as words } from './words.ts'
import styles from './client-report.module.css'

/** The most actions that the first pages of a client report list. */
export const maxActions = 5

type Action = {
  id: string
  action: string
  effort: Effort | null
  why: string
  gain: string
  /** The anchor of its description in the appendix. */
  href?: string | undefined
}

/** The next steps, the most important first; the text `none` if there are none. */
export function Actions({ actions, none }: { actions: readonly Action[]; none: string }) {
  if (actions.length === 0) return <p>{none}</p>
  return (
    <>
      <p className={styles.actionsLead}>{words.actionsLead(actions.length)}</p>
      <ol className={`stack ${styles.actions}`}>
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

/** The most fixes, and fixed issues, that a summary lists. */
export const maxFixes = 3

/** The first of the next steps in a line each, for the summary. */
export function BiggestFixes({ actions }: { actions: readonly Action[] }) {
  if (actions.length === 0) return null
  return (
    <div>
      <h3>{words.biggestFixes(Math.min(actions.length, maxFixes))}</h3>
      <ol className={styles.fixes}>
        {actions.slice(0, maxFixes).map(({ id, action, gain }) => (
          <li key={id}>
            <span>{action}</span> <span className={styles.aside}>{gain}</span>
          </li>
        ))}
      </ol>
    </div>
  )
}

type Fixed = { id: string; text: string; pages?: number }
type FixedIssuesProps = { fixed: readonly Fixed[]; limit?: number; isPartial?: boolean | undefined }

/** The issues that were fixed since the report before; at most `limit` of them, and the number of the others. */
export function FixedIssues({ fixed, limit = fixed.length, isPartial }: FixedIssuesProps) {
  if (fixed.length === 0)
    return (
      <div>
        <h3>{words.fixedTitle}</h3>
        <p>{words.nothingFixed}</p>
      </div>
    )
  return (
    <div>
      <h3>{words.fixedSince(fixed.length)}</h3>
      <ul className={styles.list}>
        {fixed.slice(0, limit).map(({ id, text, pages }) => (
          <li key={id}>
            {text} {pages !== undefined && <span className={styles.aside}>{words.onPages(pages)}</span>}
          </li>
        ))}
      </ul>
      {fixed.length > limit && <p className={styles.note}>{words.moreFixed(fixed.length - limit)}</p>}
      {isPartial && <p className={styles.note}>{words.fixedPartly}</p>}
    </div>
  )
}

/** Large figures beside each other, each with its name. */
export const Figures = ({ figures }: { figures: readonly (readonly [name: string, value: number])[] }) => (
  <dl className={`grid roomy ${styles.figures}`}>
    {figures.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{grouped(value)}</dd>
      </div>
    ))}
  </dl>
)

/** A section of a client report with its own heading. */
export type Part = { id: keyof typeof documentWords.sections; content: ReactNode }

export type Parts = { summary: Summary; parts: Part[] }
