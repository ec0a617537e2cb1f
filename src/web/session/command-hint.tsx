import { classes } from '#web/ui/classes.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { signInWords as words } from './sign-in-words.ts'
import styles from './sign-in-page.module.css'

/** The command that prints a new sign-in link, ready to be copied. */
export function CommandHint({ text, quiet }: { text: string; quiet?: boolean }) {
  return (
    <div className={classes(styles.hint, quiet && styles.quiet)}>
      <p>{text}</p>
      <p className={styles.command}>
        <code>{words.command}</code>
        <CopyButton size="s" text={words.command} label={words.copy} doneLabel={words.copied} />
      </p>
    </div>
  )
}
