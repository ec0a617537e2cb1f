import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { useStore } from '#web/ui/store.ts'
import { UrlText } from '#web/ui/url.tsx'
import { useSecondsSince } from '#web/ui/use-timers.ts'
import { useAnalyses } from './analyses.tsx'
import { type Analysis, cancel, drop } from './run-analyses.ts'
import { runningWords as words } from './words.ts'
import styles from './analyse.module.css'

/** The stage of the running analysis, and the URLs that wait for it. */
export function RunningAnalyses({ className }: { className?: string | undefined }) {
  const analyses = useAnalyses()
  const { draft, running, queue } = useStore(analyses.state)
  return (
    <section className={classes('stack snug small muted', className)} aria-label={words.label}>
      {running && (
        <div className={`row ${styles.stage}`}>
          <UrlText url={running.typed} />
          <Stage {...running} />
          {draft !== running.typed && (
            <Button variant="plain" size="s" icon="cross" iconOnly onClick={() => cancel(analyses)}>
              {words.cancel(running.typed)}
            </Button>
          )}
        </div>
      )}
      {queue.length > 0 && (
        <>
          <p>{running ? words.next : words.offline}</p>
          <ul>
            {queue.map(({ typed }) => (
              <li key={typed} className={`row ${styles.stage}`}>
                <UrlText url={typed} />
                <Button variant="plain" size="s" icon="cross" iconOnly onClick={() => drop(analyses, typed)}>
                  {words.drop(typed)}
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

/** Shows the seconds too, from the first whole one on. */
function Stage({ startedAt, stage }: Analysis) {
  const seconds = useSecondsSince(startedAt)
  return (
    <span>
      {words.stage(stage)} {seconds > 0 && words.seconds(seconds)}
    </span>
  )
}
