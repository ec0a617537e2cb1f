import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { Icon, type IconName } from './icon.tsx'
import styles from './notice.module.css'

export type Tone = 'info' | 'good' | 'decent' | 'bad'

const marks: Record<Tone, IconName> = { info: 'info', good: 'check', decent: 'warn', bad: 'warn' }

type NoticeProps = {
  tone: Tone
  children: ReactNode
  actions?: ReactNode
  /** Announces the notice when it appears: `alert` at once, `status` when the screen reader is silent. */
  role?: 'alert' | 'status' | undefined
}

/** One or two sentences that stay on the page, with actions. */
export function Notice({ tone, children, actions, role }: NoticeProps) {
  return (
    <div role={role} className={classes('row', tone, styles.notice)}>
      <Icon name={marks[tone]} />
      <div className={`cluster grow ${styles.body}`}>
        <div className={`linked ${styles.text}`}>{children}</div>
        {actions && <div className={`cluster ${styles.actions}`}>{actions}</div>}
      </div>
    </div>
  )
}

/** A warning of one sentence, or a list of several. */
export const Warnings = ({ sentences }: { sentences: string[] }) => (
  <Notice tone="decent">
    {sentences.length === 1 ? (
      sentences[0]
    ) : (
      <ul>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    )}
  </Notice>
)
