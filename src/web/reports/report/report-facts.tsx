import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { grouped } from '#contract/format/numbers.ts'
import type { AnyReport } from '#contract/reports/any-report.ts'
import type { CertificateFacts, ReportFacts, TechnologyFact } from '#contract/reports/report-facts.ts'
import type { Timings } from '#contract/reports/report.ts'
import { readItem } from '#contract/responses/envelope.ts'
import { isOrphan } from '#contract/websites/crawls.ts'
import { Inlinks } from '#contract/websites/website-pages.ts'
import { paths } from '#web/app/paths.ts'
import { currentClient } from '#web/data/current-client.ts'
import { isVisitor } from '#web/data/reader.ts'
import { OwnService } from '#web/data/service.ts'
import { reportQueries } from '#web/resources/report-queries.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Card, Fact } from '#web/ui/page.tsx'
import { humanise } from '#web/ui/text.ts'
import { urlParts } from '#web/ui/url.tsx'
import { RenderedCard } from '../rendered/rendered-card.tsx'
import { CrawlingCard } from './crawling-card.tsx'
import { SearchPreview, SocialPreview } from './previews.tsx'
import { ResponseCard } from './response-card.tsx'
import { StructuredDataCard } from './structured-data-card.tsx'
import { reportFactsWords as words } from './words.ts'
import styles from './facts.module.css'

/** The page's content, its previews in search results and social networks, and its fetch. */
export const PageFacts = ({ report, isShown }: { report: AnyReport; isShown: boolean }) => {
  const { id, url, website_id: website, facts, timings } = report
  return (
    <>
      {facts && <RenderedCard id={id} url={url} facts={facts} isShown={isShown} />}
      {(facts ?? timings) && (
        <div className={styles.found}>
          {facts && <SearchPreview facts={facts} />}
          {facts?.social && <SocialPreview social={facts.social} url={facts.final_url} />}
          {facts && <ResponseCard facts={facts} />}
          {facts && <CrawlingCard facts={facts} />}
          {!isVisitor() && (
            <OwnService>
              <InlinksCard id={id} website={website} />
            </OwnService>
          )}
          {facts?.words && <WordsCard words={facts.words} />}
          {timings && <TimingsCard timings={timings} />}
          {facts?.certificate && <CertificateCard certificate={facts.certificate} />}
          {facts && facts.stack.length > 0 && <TechnologyCard stack={facts.stack} />}
        </div>
      )}
      {facts?.structured && facts.structured.items.length > 0 && <StructuredDataCard structured={facts.structured} />}
    </>
  )
}

/** The duration of each step of the fetch: as a bar, and as numbers. */
function TimingsCard({ timings }: { timings: Timings }) {
  const found = timingSteps(timings)
  if (found.length === 0) return null
  return (
    <Card aria-labelledby="timings" className="stack snug">
      <div className="spread baseline">
        <h2 id="timings">{words.timings}</h2>
        {timings.total !== null && <p className="faint tiny">{words.timingsTotal(words.ms(timings.total))}</p>}
      </div>
      <div className={`meter parts ${styles.timingsBar}`} aria-hidden="true">
        {found.map(({ step, share }) => (
          <i key={step} className={styles[step]} style={{ flexGrow: share }} />
        ))}
      </div>
      <dl className={`stack small ${styles.timingsSteps}`}>
        {found.map(({ step, ms }) => (
          <div key={step} className="spread">
            <dt className={`row ${styles[step]}`}>{words.step[step]}</dt>
            <dd>{words.ms(ms)}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

const steps = ['dns', 'connect', 'tls', 'ttfb', 'download'] as const
type TimingStep = { step: (typeof steps)[number]; ms: number; share: number }

/**
 * Returns the steps in order, with their share of the whole (0 to 1). The time to first byte is the rest of the total,
 * because some servers count it from the request and others from the start.
 */
export function timingSteps(timings: Timings): TimingStep[] {
  const beforeRequest = (timings.dns ?? 0) + (timings.connect ?? 0) + (timings.tls ?? 0)
  const waiting =
    timings.total === null ? timings.ttfb : Math.max(0, timings.total - beforeRequest - (timings.download ?? 0))
  const durations = { ...timings, ttfb: timings.ttfb === null ? null : waiting }
  const sum = steps.reduce((total, step) => total + (durations[step] ?? 0), 0)
  return steps.flatMap((step) => {
    const ms = durations[step]
    return ms === null ? [] : [{ step, ms, share: sum > 0 ? ms / sum : 0 }]
  })
}

function CertificateCard({ certificate }: { certificate: CertificateFacts }) {
  const { trusted, problem, protocol, subject, issuer, valid_from, valid_to, days_left: daysLeft } = certificate
  return (
    <Card aria-labelledby="certificate" className="stack snug">
      <h2 id="certificate">{words.certificate}</h2>
      <dl className={`stack pairs small ${styles.facts}`}>
        <Fact name={words.status}>
          <span className={`toned row inline medium ${trusted ? 'good' : 'bad'}`}>
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
              <span className={daysLeft < 30 ? 'medium decent toned' : 'faint tiny'}> {words.daysLeft(daysLeft)}</span>
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
    <Card aria-labelledby="words" className="stack snug">
      <h2 id="words">{words.words}</h2>
      <dl className={`stack pairs small ${styles.facts}`}>
        {count !== null && <Fact name={words.wordCount}>{grouped(count)}</Fact>}
        {language && <Fact name={words.wordLanguage}>{words.language(language)}</Fact>}
        {ease !== null && <Fact name={words.readingEase}>{words.readingScale(ease)}</Fact>}
        {terms.length > 0 && (
          <Fact name={words.frequent}>
            <ul className={`cluster across ${styles.terms}`}>
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
    <Card aria-labelledby="stack" className="stack snug">
      <h2 id="stack">{words.stack}</h2>
      <dl className={`stack pairs small ${styles.facts}`}>
        {stack.map(({ name, kind, version, because }) => (
          <Fact key={`${kind} ${name}`} name={humanise(kind)}>
            {version ? `${name} ${version}` : name}
            {because && <p className="faint tiny">{because}</p>}
          </Fact>
        ))}
      </dl>
    </Card>
  )
}

export const inlinksQuery = (id: number) =>
  queryOptions({
    // Among the details, so that a created or deleted report outdates it.
    queryKey: [...reportQueries.details(), 'inlinks', id],
    queryFn: ({ signal }) =>
      currentClient().get(`/reports/${id}/inlinks`, (body) => readItem(Inlinks, body), { signal }),
  })

/** The ways to the page of a report: its click depth, and the pages that link to it. */
export function InlinksCard({ id, website }: { id: number; website: number | null }) {
  const { data } = useQuery(inlinksQuery(id))
  if (!data) return null
  const { click_depth: depth, orphan, pages, samples } = data
  return (
    <Card aria-labelledby="inlinks" className="stack snug">
      <h2 id="inlinks">{words.inlinks}</h2>
      <p>
        {[
          isOrphan(orphan) ? words.orphan[orphan] : words.clickDepth(depth),
          words.linkedFrom(pages),
          orphan === 'by_script' && words.byScript,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {website !== null && orphan !== null && (
        <p className="small">
          <Link to={paths.crawls(website)}>{words.crawls}</Link>
        </p>
      )}
      {samples.length > 0 && (
        <ul className={`stack small breaks ${styles.inlinks}`}>
          {samples.map(({ report_id, url, title }) => (
            <li key={report_id}>
              <Link to={paths.report(report_id)} title={title ? `${title}\n${url}` : url}>
                {urlParts(url).path || '/'}
              </Link>
            </li>
          ))}
          {samples.length < pages && <li>{words.moreInlinks(pages - samples.length)}</li>}
        </ul>
      )}
    </Card>
  )
}
