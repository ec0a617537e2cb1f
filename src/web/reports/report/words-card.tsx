import type { ReportFacts } from '#contract/report-facts.ts'
import { Card } from '#web/ui/card.tsx'
import { grouped } from '#web/ui/number.ts'
import { reportFactsWords as words } from '../facts-words.ts'
import { Fact } from './fact.tsx'
import styles from './facts.module.css'

/** What the page's text is made of. */
export function WordsCard({ words: found }: { words: NonNullable<ReportFacts['words']> }) {
  const { count, language, reading_ease: ease, terms } = found
  return (
    <Card aria-labelledby="words" className={styles.card}>
      <h2 id="words">{words.words}</h2>
      <dl className={styles.facts}>
        {count !== null && <Fact name={words.wordCount}>{grouped(count)}</Fact>}
        {language && <Fact name={words.wordLanguage}>{words.language(language)}</Fact>}
        {ease !== null && <Fact name={words.readingEase}>{words.readingScale(ease)}</Fact>}
        {terms.length > 0 && (
          <Fact name={words.frequent}>
            <ul className={styles.terms}>
              {terms.map(({ term, count: times, share }) => (
                <li key={term} title={words.term(term, times, share)}>
                  {term} <b>{times}</b>
                </li>
              ))}
            </ul>
          </Fact>
        )}
      </dl>
    </Card>
  )
}
