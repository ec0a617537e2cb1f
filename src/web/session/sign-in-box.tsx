import type { ReactNode } from 'react'
import { classes } from '#web/ui/classes.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Mark } from '#web/ui/icon.tsx'
import { LiveRegion } from '#web/ui/live-region.tsx'
import { signInWords as words } from './words.ts'
import styles from './sign-in-page.module.css'

/** The one box of the pages for signing in. */
export const SignInBox = ({ children }: { children: ReactNode }) => (
  <main className={styles.page}>
    <div className={`box stack ${styles.box}`}>
      <Mark />
      {children}
    </div>
    <LiveRegion />
  </main>
)

/** The command that prints a new sign-in link, after a text that says so. */
export const CommandHint = ({ text, quiet }: { text: string; quiet?: boolean }) => (
  <div className={classes('muted stack tight', quiet && 'small', quiet && styles.quiet)}>
    <p>{text}</p>
    <p className={`cluster spread ${styles.command}`}>
      <code>{words.command}</code>
      <CopyButton size="s" text={words.command} label={words.copy} doneLabel={words.copied} />
    </p>
  </div>
)
