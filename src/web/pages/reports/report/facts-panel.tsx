import type { ReactNode } from 'react'
import type { Report } from '#contract/report.ts'
import type { CertificateFacts, RedirectHop, ReportFacts } from '#contract/report-facts.ts'
import { Card } from '#web/ui/card.tsx'
import { Icon } from '#web/ui/icon.tsx'
import * as icons from '#web/ui/icons.ts'
import { UrlText } from '#web/ui/url-text.tsx'
import { reportFactsWords as words } from '#web/words/report-facts.ts'
import { LongText } from './long-text.tsx'
import { OutLink } from './out-link.tsx'
import { TimingBar } from './timing-bar.tsx'
import styles from './facts-panel.module.css'

/** What was found on the wire: answer, redirects, timings, certificate, headers. */
export function FactsPanel({ report }: { report: Report }) {
  const { facts, timings } = report
  return (
    <>
      {facts && (
        <Card aria-labelledby="facts" className={styles.card}>
          <h2 id="facts">{words.facts}</h2>
          <Answer facts={facts} report={report} />
          {facts.redirects.length > 0 && <Redirects hops={facts.redirects} facts={facts} />}
          <Headers headers={facts.headers} />
        </Card>
      )}
      {timings && <TimingBar timings={timings} />}
      {facts?.certificate && <Certificate certificate={facts.certificate} />}
    </>
  )
}

function Answer({ facts, report }: { facts: ReportFacts; report: Report }) {
  const { bytes, bytes_transferred: sent } = facts
  return (
    <dl className={styles.facts}>
      <Fact name={words.finalUrl}>
        <LongText length={facts.final_url.length}>
          <OutLink address={facts.final_url}>
            <UrlText url={facts.final_url} lines="wrap" />
          </OutLink>
        </LongText>
      </Fact>
      <Fact name={words.status}>{facts.status}</Fact>
      {facts.http_version && <Fact name={words.httpVersion}>HTTP/{facts.http_version.replace(/^HTTP\//i, '')}</Fact>}
      <Fact name={words.contentType}>{facts.content_type ?? words.none}</Fact>
      {facts.charset && <Fact name={words.charset}>{facts.charset}</Fact>}
      <Fact name={words.contentEncoding}>{facts.content_encoding ?? words.noEncoding}</Fact>
      {sent !== null && <Fact name={words.transferred}>{words.bytes(sent)}</Fact>}
      {bytes !== null && bytes !== sent && <Fact name={words.uncompressed}>{words.bytes(bytes)}</Fact>}
      {facts.truncated && <Fact name="">{words.truncated}</Fact>}
      <Fact name={words.canonical}>{facts.canonical ? (
          <LongText length={facts.canonical.length}>
            <OutLink address={facts.canonical} />
          </LongText>
        ) : (
          words.none
        )}</Fact>
      <Fact name={words.lang}>{facts.lang ?? words.none}</Fact>
      {report.ruleset !== null && <Fact name={words.ruleset}>{report.ruleset}</Fact>}
    </dl>
  )
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Redirects({ hops, facts }: { hops: readonly RedirectHop[]; facts: ReportFacts }) {
  return (
    <div className={styles.redirects}>
      <h3>{words.redirectSteps(hops.length)}</h3>
      <ol>
        {hops.map((hop, index) => (
          <li key={index}>
            <b>{hop.status}</b>
            <Address url={hop.url} />
          </li>
        ))}
        <li>
          <b>{facts.status}</b>
          <Address url={facts.final_url} />
        </li>
      </ol>
    </div>
  )
}

const Address = ({ url }: { url: string }) => (
  <div>
    <LongText length={url.length}>
      <UrlText url={url} lines="wrap" />
    </LongText>
  </div>
)

function Headers({ headers }: { headers: ReportFacts['headers'] }) {
  if (headers.length === 0) return null
  return (
    <details className={styles.headers}>
      <summary>
        {words.headers(headers.length)}
        <Icon name="down" />
      </summary>
      <dl>
        {headers.map(([name, value], index) => (
          <div key={index}>
            <dt>{name}</dt>
            <dd>
              <LongText length={value.length}>{value}</LongText>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

function Certificate({ certificate }: { certificate: CertificateFacts }) {
  const { trusted, problem, protocol, subject, issuer, valid_from, valid_to } = certificate
  return (
    <Card aria-labelledby="certificate" className={styles.card}>
      <h2 id="certificate">{words.certificate}</h2>
      <dl className={styles.facts}>
        <Fact name={words.status}>
          <span className={trusted ? styles.good : styles.bad}>
            <Icon name={trusted ? 'check' : icons.warn} />
            {trusted ? words.trusted : words.untrusted}
          </span>
        </Fact>
        {problem && <Fact name={words.problem}>{words.certificateProblem(problem)}</Fact>}
        {protocol && <Fact name={words.tlsVersion}>{protocol}</Fact>}
        {subject && <Fact name={words.subject}>{subject}</Fact>}
        {issuer && <Fact name={words.issuer}>{issuer}</Fact>}
        {valid_from && <Fact name={words.validFrom}>{words.day(valid_from)}</Fact>}
        {valid_to && <Fact name={words.validTo}>{words.day(valid_to)}</Fact>}
      </dl>
    </Card>
  )
}
