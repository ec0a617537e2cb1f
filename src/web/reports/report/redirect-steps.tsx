import type { ReportFacts } from '#contract/report-facts.ts'
import { UrlText } from '#web/ui/url-text.tsx'
import { reportFactsWords as words } from '../facts-words.ts'
import { LongText } from './long-text.tsx'
import styles from './facts.module.css'

/** The way to the page, address by address. */
export function RedirectSteps({ facts: { redirects, status, final_url } }: { facts: ReportFacts }) {
  return (
    <div className={styles.redirects}>
      <h3>{words.redirectSteps(redirects.length)}</h3>
      <ol>
        {[...redirects, { status, url: final_url }].map((hop, index) => (
          <li key={index}>
            <b>{hop.status}</b>
            <div>
              <LongText length={hop.url.length}>
                <UrlText url={hop.url} lines="wrap" />
              </LongText>
            </div>
          </li>
        ))}
      </ol>
    </div>
  )
}
