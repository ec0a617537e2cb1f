import type { CertificateFacts } from '#contract/report-facts.ts'
import { Card } from '#web/ui/card.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { reportFactsWords as words } from '../facts-words.ts'
import { Fact } from './fact.tsx'
import styles from './facts.module.css'

export function CertificateCard({ certificate }: { certificate: CertificateFacts }) {
  const { trusted, problem, protocol, subject, issuer, valid_from, valid_to, days_left: left } = certificate
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
            {left !== null && <span className={left < 30 ? styles.late : styles.faint}> {words.daysLeft(left)}</span>}
          </Fact>
        )}
        {protocol && <Fact name={words.tlsVersion}>{protocol}</Fact>}
      </dl>
    </Card>
  )
}
