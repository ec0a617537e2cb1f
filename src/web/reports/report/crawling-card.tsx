import type {
  DirectiveFact,
  HttpVariant,
  ReportFacts,
  RobotsFact,
  SitemapFact,
} from '#contract/reports/report-facts.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Card, Fact } from '#web/ui/page.tsx'
import { ExternalLink } from '#web/ui/url.tsx'
import { LongText } from './long-text.tsx'
import { reportFactsWords as words } from './words.ts'
import styles from './facts.module.css'

/** The controls of crawling: robots.txt, directives, sitemaps, and the redirect from http to https. */
export function CrawlingCard({ facts }: { facts: ReportFacts }) {
  const { robots, directives, sitemaps, http_variant: variant, requests_made: requestsMade } = facts
  if (!robots && directives.length === 0 && sitemaps.length === 0 && !variant) return null
  return (
    <Card aria-labelledby="crawling" className="stack snug">
      <h2 id="crawling">{words.crawling}</h2>
      <dl className={`stack pairs small ${styles.facts}`}>
        {robots && <Robots robots={robots} />}
        {directives.length > 0 && (
          <Fact name={words.directives}>
            {directives.map((directive, index) => (
              <Directive key={index} directive={directive} />
            ))}
          </Fact>
        )}
        {sitemaps.map((sitemap, index) => (
          <Sitemap key={index} sitemap={sitemap} />
        ))}
        {variant && <Variant variant={variant} />}
      </dl>
      {requestsMade !== null && <p className="faint tiny">{words.requestsMade(requestsMade)}</p>}
    </Card>
  )
}

function Robots({ robots: { url, outcome, allowed, rule, line } }: { robots: RobotsFact }) {
  const why = outcome && words.robotsOutcome[outcome]
  return (
    <Fact name={words.robotsFile}>
      {allowed === null ? (
        words.robotsUnsure
      ) : (
        <span className={`toned row inline medium ${allowed ? 'good' : 'bad'}`}>
          <Icon name={allowed ? 'check' : 'cross'} />
          {allowed ? words.robotsAllowed : words.robotsDisallowed}
        </span>
      )}
      {rule && (
        <p>
          <code>{words.robotsRule(rule, line)}</code>
        </p>
      )}
      {why && <p className="faint tiny">{why}</p>}
      <p>
        <ExternalLink url={url} newWindow={words.newWindow} />
      </p>
    </Fact>
  )
}

const Directive = ({ directive: { agent, name, value, source } }: { directive: DirectiveFact }) => (
  <p>
    <code>{value === null ? name : `${name}: ${value}`}</code>{' '}
    <span className="faint tiny">
      {[agent ?? words.everyCrawler, source && words.directiveFrom[source]].filter(Boolean).join(', ')}
    </span>
  </p>
)

/** Explains a missing response to a probe request; null if there is one. */
const noResponse = ({ outcome, reason }: Pick<SitemapFact, 'outcome' | 'reason'>) =>
  outcome === 'failed'
    ? words.because(words.noResponse, reason)
    : outcome === 'not_asked'
      ? words.because(words.notRequested, reason)
      : null

function Sitemap({ sitemap }: { sitemap: SitemapFact }) {
  const { url, status, kind, urls, listed } = sitemap
  const parts = [
    noResponse(sitemap),
    urls !== null && kind
      ? words.sitemapHolds(urls, words.sitemapKind[kind])
      : status !== null && words.returned(status),
    listed !== null && (listed ? words.listed : words.notListed),
  ]
  return (
    <Fact name={words.sitemap}>
      <LongText length={url.length}>
        <ExternalLink url={url} newWindow={words.newWindow} />
      </LongText>
      <p className="faint tiny">{parts.filter(Boolean).join(', ')}</p>
    </Fact>
  )
}

function Variant({ variant }: { variant: HttpVariant }) {
  const { status, leads_to_https: leadsToHttps, final_url: finalUrl, redirects } = variant
  const text =
    noResponse(variant) ??
    (leadsToHttps === null
      ? status !== null && words.returned(status)
      : leadsToHttps
        ? words.httpLeads
        : words.httpStays)
  return (
    <Fact name={words.httpVariant}>
      {text}
      {redirects.length > 0 && finalUrl && (
        <p className="faint tiny">
          {redirects.map((hop) => hop.status).join(', ')} → <ExternalLink url={finalUrl} newWindow={words.newWindow} />
        </p>
      )}
    </Fact>
  )
}
