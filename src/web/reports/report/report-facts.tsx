import { Link } from 'react-router-dom'
import type { CheckCatalogue } from '#contract/analysis.ts'
import type { AnyReport } from '#contract/any-report.ts'
import type { CertificateFacts, ReportFacts, TechnologyFact } from '#contract/report-facts.ts'
import { paths } from '#web/app/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { humanise } from '#web/ui/humanise.ts'
import { Icon } from '#web/ui/icon.tsx'
import { grouped } from '#web/ui/number.ts'
import { CrawlingCard } from './crawling-card.tsx'
import { Fact } from './fact.tsx'
import { reportFactsWords as words } from './facts-words.ts'
import { SearchPreview, SocialPreview } from './previews.tsx'
import { ResponseCard } from './response-card.tsx'
import { StructuredDataCard } from './structured-data-card.tsx'
import { TimingsCard } from './timings-card.tsx'
import styles from './facts.module.css'

/** The cards beside the checks: how search results and shared links may look, and what crawlers are allowed. */
export const FactsBeside = ({ facts }: { facts: ReportFacts }) => (
  <>
    <SearchPreview facts={facts} />
    {facts.social && <SocialPreview social={facts.social} url={facts.final_url} />}
    <CrawlingCard facts={facts} />
  </>
)

/** The cards below the checks: what the page holds and how it was fetched. */
export const FactsBelow = ({
  report: { facts, timings, ruleset },
  catalogue,
}: {
  report: AnyReport
  catalogue: CheckCatalogue | null
}) => (
  <>
    {facts?.structured && facts.structured.items.length > 0 && <StructuredDataCard structured={facts.structured} />}
    {(facts ?? timings) && (
      <div className={styles.found}>
        {facts && <ResponseCard facts={facts} />}
        <div>
          {timings && <TimingsCard timings={timings} />}
          {facts?.certificate && <CertificateCard certificate={facts.certificate} />}
          {facts?.words && <WordsCard words={facts.words} />}
          {facts && facts.stack.length > 0 && <TechnologyCard stack={facts.stack} />}
        </div>
      </div>
    )}
    <RulesetNote ruleset={ruleset} catalogue={catalogue} />
  </>
)

function CertificateCard({ certificate }: { certificate: CertificateFacts }) {
  const { trusted, problem, protocol, subject, issuer, valid_from, valid_to, days_left: daysLeft } = certificate
  return (
    <Card aria-labelledby="certificate" className={styles.card}>
      <h2 id="certificate">{words.certificate}</h2>
      <dl className={styles.facts}>
        <Fact name={words.status}>
          <span className={trusted ? styles.good : styles.bad}>
            <Icon name={trusted ? 'check' : 'warn'} />
            {trusted ? words.trusted : words.untrusted}
          </span>
        </Fact>
        {problem && <Fact name={words.problem}>{words.certificateProblem(problem)}</Fact>}
        {subject && <Fact name={words.subject}>{subject}</Fact>}
        {issuer && <Fact name={words.issuer}>{issuer}</Fact>}
        {valid_from && <Fact name={words.validFrom}>{words.day(valid_from)}</Fact>}
        {valid_to && (
          <Fact name={words.validTo}>
            {words.day(valid_to)}
            {daysLeft !== null && (
              <span className={daysLeft < 30 ? styles.late : styles.faint}> {words.daysLeft(daysLeft)}</span>
            )}
          </Fact>
        )}
        {protocol && <Fact name={words.tlsVersion}>{protocol}</Fact>}
      </dl>
    </Card>
  )
}

function WordsCard({
  words: { count, language, reading_ease: ease, terms },
}: {
  words: NonNullable<ReportFacts['words']>
}) {
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

function TechnologyCard({ stack }: { stack: readonly TechnologyFact[] }) {
  return (
    <Card aria-labelledby="stack" className={styles.card}>
      <h2 id="stack">{words.stack}</h2>
      <dl className={styles.facts}>
        {stack.map(({ name, kind, version, because }) => (
          <Fact key={`${kind} ${name}`} name={humanise(kind)}>
            {version ? `${name} ${version}` : name}
            {because && <p className={styles.faint}>{because}</p>}
          </Fact>
        ))}
      </dl>
    </Card>
  )
}

/** The ruleset of the report, whether the server has a newer one, and a link to the checks. */
function RulesetNote({ ruleset, catalogue }: { ruleset: number | null; catalogue: CheckCatalogue | null }) {
  if (ruleset === null && catalogue === null) return null
  return (
    <p className={styles.foot}>
      {ruleset !== null && <span>{words.judgedBy(ruleset)}</span>}
      {ruleset !== null && catalogue !== null && catalogue.ruleset > ruleset && (
        <span>{words.newerRules(catalogue.ruleset)}</span>
      )}
      {catalogue !== null && <Link to={paths.checks()}>{words.aboutChecks}</Link>}
    </p>
  )
}
