import type { ReportFacts } from '#contract/report-facts.ts'
import { Card } from '#web/ui/card.tsx'
import { urlParts } from '#web/ui/url-parts.ts'
import { reportFactsWords as words } from '#web/words/report-facts.ts'
import styles from './serp-preview.module.css'

/** How a search result could look, from the page's own title and description. */
export function SerpPreview({ facts }: { facts: ReportFacts }) {
  const title = facts.title?.trim()
  const description = facts.description?.trim()
  return (
    <Card aria-labelledby="serp" className={styles.card}>
      <h2 id="serp">{words.serp}</h2>
      <div className={styles.result}>
        <p className={styles.trail}>{trail(facts.final_url)}</p>
        {title ? <p className={styles.title}>{title}</p> : <p className={styles.lacking}>{words.serpNoTitle}</p>}
        {description ? <p className={styles.description}>{description}</p> : <p className={styles.lacking}>{words.serpNoDescription}</p>}
      </div>
      <p className={styles.note}>{words.serpNote}</p>
    </Card>
  )
}

/** "https://example.com › blog › wool" */
function trail(address: string) {
  const { scheme, host, path } = urlParts(address)
  const steps = path.split(/[?#]/, 1)[0]!.split('/').filter(Boolean)
  return [scheme + host, ...steps].join(' › ')
}
