import type { ReportFacts } from '#contract/report-facts.ts'
import { Card } from '#web/ui/card.tsx'
import { UrlText } from '#web/ui/url-text.tsx'
import { reportFactsWords as words } from '../facts-words.ts'
import { Fact } from './fact.tsx'
import { HeaderList } from './header-list.tsx'
import { LongText } from './long-text.tsx'
import { OutLink } from './out-link.tsx'
import { RedirectSteps } from './redirect-steps.tsx'
import styles from './facts.module.css'

/** What the server answered: the way there, the answer, its headers. */
export function AnswerCard({ facts }: { facts: ReportFacts }) {
  const { bytes, bytes_transferred: sent } = facts
  return (
    <Card aria-labelledby="facts" className={styles.card}>
      <h2 id="facts">{words.facts}</h2>
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
        <Fact name={words.canonical}>
          {facts.canonical ? (
            <LongText length={facts.canonical.length}>
              <OutLink address={facts.canonical} />
            </LongText>
          ) : (
            words.none
          )}
        </Fact>
        <Fact name={words.lang}>{facts.lang ?? words.none}</Fact>
      </dl>
      {facts.redirects.length > 0 && <RedirectSteps facts={facts} />}
      {facts.headers.length > 0 && <HeaderList headers={facts.headers} />}
    </Card>
  )
}
