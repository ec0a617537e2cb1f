import type { ReportFacts } from '#contract/reports/report-facts.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Card, Fact } from '#web/ui/page.tsx'
import { ExternalLink, UrlText } from '#web/ui/url.tsx'
import { LongText } from './long-text.tsx'
import { reportFactsWords as words } from './words.ts'
import styles from './facts.module.css'

/** The HTTP response: status, content, redirect chain and headers. */
export function ResponseCard({ facts }: { facts: ReportFacts }) {
  const { bytes, bytes_transferred: transferred } = facts
  return (
    <Card aria-labelledby="facts" className="stack snug">
      <h2 id="facts">{words.facts}</h2>
      <dl className={`stack pairs small ${styles.facts}`}>
        <Fact name={words.finalUrl}>
          <LongText length={facts.final_url.length}>
            <ExternalLink url={facts.final_url} newWindow={words.newWindow}>
              <UrlText url={facts.final_url} lines="wrap" />
            </ExternalLink>
          </LongText>
        </Fact>
        <Fact name={words.status}>{facts.status}</Fact>
        {facts.http_version && <Fact name={words.httpVersion}>HTTP/{facts.http_version.replace(/^HTTP\//i, '')}</Fact>}
        <Fact name={words.contentType}>{facts.content_type ?? words.none}</Fact>
        {facts.charset && <Fact name={words.charset}>{facts.charset}</Fact>}
        <Fact name={words.contentEncoding}>{facts.content_encoding ?? words.noEncoding}</Fact>
        {transferred !== null && <Fact name={words.transferred}>{words.bytes(transferred)}</Fact>}
        {bytes !== null && bytes !== transferred && <Fact name={words.uncompressed}>{words.bytes(bytes)}</Fact>}
        {facts.truncated && <Fact name="">{words.truncated}</Fact>}
        {facts.response_faults.length > 0 && (
          <Fact name={words.responseFaults}>
            {facts.response_faults.map((fault) => words.responseFault[fault]).join(' ')} {words.proxiesCanRefuse}
          </Fact>
        )}
        <Fact name={words.canonical}>
          {facts.canonical ? (
            <LongText length={facts.canonical.length}>
              <ExternalLink url={facts.canonical} newWindow={words.newWindow} />
            </LongText>
          ) : (
            words.none
          )}
        </Fact>
        <Fact name={words.lang}>{facts.lang ?? words.none}</Fact>
        {!facts.rendered && facts.render_reason && <Fact name={words.rendering}>{facts.render_reason}</Fact>}
      </dl>
      {facts.redirects.length > 0 && <RedirectChain facts={facts} />}
      {facts.headers.length > 0 && <Headers headers={facts.headers} />}
    </Card>
  )
}

function RedirectChain({ facts: { redirects, status, final_url: finalUrl } }: { facts: ReportFacts }) {
  return (
    <div className={`stack ${styles.redirects}`}>
      <h3 className="small medium">{words.redirectSteps(redirects.length)}</h3>
      <ol>
        {[...redirects, { status, url: finalUrl }].map((hop, index) => (
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

function Headers({ headers }: Pick<ReportFacts, 'headers'>) {
  return (
    <details className={`breaks ${styles.headers}`}>
      <summary className="row spread small medium muted">
        {words.headers(headers.length)}
        <Icon name="down" />
      </summary>
      <dl className="grid code">
        {headers.map(([name, value], index) => (
          <div key={index}>
            <dt className="faint">{name}</dt>
            <dd>
              <LongText length={value.length}>{value}</LongText>
            </dd>
          </div>
        ))}
      </dl>
      <CopyButton
        text={headers.map((line) => line.join(': ')).join('\n')}
        label={words.copyHeaders}
        doneLabel={words.headersCopied}
        size="s"
      />
    </details>
  )
}
