import { type ReactNode, useState } from 'react'
import type { RenderedFact } from '#contract/reports/rendering.ts'
import type { ReportFacts } from '#contract/reports/report-facts.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, Fact } from '#web/ui/page.tsx'
import { column, type Columns, Table } from '#web/ui/table.tsx'
import { ExternalLink } from '#web/ui/url.tsx'
import { LongText } from '../report/long-text.tsx'
import { Screenshot } from './screenshot.tsx'
import { renderedWords as words } from './words.ts'
import styles from './rendered.module.css'

type RenderedCardProps = {
  id: number
  url: string
  facts: Pick<ReportFacts, 'rendered' | 'render_reason'>
  /** The screenshot is loaded when the card is first shown. */
  isShown: boolean
}

/** The page as its scripts leave it. Nothing if it wasn't rendered: the details of the response say why. */
export function RenderedCard({ id, url, facts: { rendered, render_reason: reason }, isShown }: RenderedCardProps) {
  if (!rendered) return null
  return (
    <Card flush id="rendered" className={styles.card} aria-labelledby="rendered-title">
      <header className="stack dense inset">
        <h2 id="rendered-title" tabIndex={-1}>
          {words.title}
        </h2>
        {reason && <p className="muted small">{reason}</p>}
      </header>
      <div className={rendered.has_screenshot ? styles.columns : undefined}>
        {rendered.has_screenshot && (
          <div className={styles.screenshot}>
            <Screenshot id={id} url={url} isShown={isShown} />
          </div>
        )}
        <div className={`stack ${styles.found}`}>
          <BeforeAndAfter rendered={rendered} />
          <Findings rendered={rendered} />
        </div>
      </div>
    </Card>
  )
}

const names = ['title', 'description', 'robots', 'canonical', 'h1', 'words', 'links', 'structured'] as const
type Value = RenderedFact['html'][(typeof names)[number]]
type Compared = { name: (typeof names)[number]; html: Value; rendered: Value }

const isSame = ({ html, rendered }: Compared) => String(html ?? '') === String(rendered ?? '')

const columns: Columns<Compared> = [
  column(
    '',
    (row) => (
      <>
        {words.row[row.name]}
        {!isSame(row) && (
          <>
            {' '}
            <span className="decent toned block tiny medium">{words.differs}</span>
          </>
        )}
      </>
    ),
    { width: '8.5rem', isRowHeading: true },
  ),
  column(words.html, ({ html }) => <ValueText value={html} />),
  column(words.rendered, ({ rendered }) => <ValueText value={rendered} />),
]

/** Compares the HTML with the rendered page. Equal values stand there once. */
const BeforeAndAfter = ({ rendered }: { rendered: RenderedFact }) => (
  <Table
    look="pair"
    caption={words.compared}
    columns={columns}
    rows={names.map((name) => ({ name, html: rendered.html[name], rendered: rendered[name] }))}
    keyOf={({ name }) => name}
    isSpanned={isSame}
    rowClass={(row) => (isSame(row) ? 'muted' : styles.differs)}
  />
)

function ValueText({ value }: { value: Value }) {
  const text = Array.isArray(value) ? value.join(', ') : typeof value === 'number' ? words.number(value) : value
  return text ? <LongText length={text.length}>{text}</LongText> : <span className="faint">{words.none}</span>
}

/** Everything else that the browser noticed. Only what there is. */
function Findings({ rendered }: { rendered: RenderedFact }) {
  const { redirected_to: redirectedTo, is_idle: isIdle, largest_element: largest, layout_shift: shift } = rendered
  const { console_errors: errors, failed_requests: failed, blocked_by_robots: blocked, script_links: links } = rendered
  return (
    <>
      {redirectedTo && (
        <Section title={words.redirect}>
          <p className="small">
            {words.redirectTo} <ExternalLink url={redirectedTo} newWindow={words.newWindow} />
          </p>
        </Section>
      )}
      {rendered.is_incomplete && <p className="muted small">{words.incomplete}</p>}
      {!isIdle && <p className="muted small">{words.notIdle}</p>}
      <List title={words.blocked} lead={words.blockedLead} total={rendered.blocked_by_robots_total}>
        {blocked.map(({ url, type, line, rule }) => (
          <>
            {url}
            <span className="faint tiny">{[words.kind(type), words.rule(line, rule)].join(', ')}</span>
          </>
        ))}
      </List>
      <List title={words.failed} total={rendered.failed_requests_total}>
        {failed.map(({ url, type, reason }) => (
          <>
            {url}
            <span className="faint tiny">{[words.kind(type), words.failure(reason)].join(', ')}</span>
          </>
        ))}
      </List>
      <List title={words.errors} total={rendered.console_errors_total}>
        {errors.map(({ text, source, line }) => (
          <>
            <LongText length={text.length}>
              <code>{text}</code>
            </LongText>
            {source && <span className="faint tiny">{words.place(source, line)}</span>}
          </>
        ))}
      </List>
      <List title={words.links} lead={words.linksLead} total={rendered.script_links_total}>
        {links.map(({ url }) => (
          <ExternalLink key={url} url={url} newWindow={words.newWindow} />
        ))}
      </List>
      {(largest || shift !== null) && (
        <div className={`stack ${styles.figures}`}>
          <dl className="pairs small">
            {largest && (
              <Fact name={words.largest}>
                <code>{largest.element}</code> {words.size(largest.width, largest.height)}
                {largest.url && <p className="faint tiny">{largest.url}</p>}
              </Fact>
            )}
            {shift !== null && <Fact name={words.shift}>{words.shiftOf(shift)}</Fact>}
          </dl>
          <p className="faint tiny">{words.unscored}</p>
        </div>
      )}
    </>
  )
}

type SectionProps = { title: string; total?: number; lead?: string; children: ReactNode }

const Section = ({ title, total, lead, children }: SectionProps) => (
  <section className={`stack start ${styles.section}`}>
    <h3 className="small medium">
      {title} {total !== undefined && <span className="faint">{words.number(total)}</span>}
    </h3>
    {lead && <p className="faint tiny">{lead}</p>}
    {children}
  </section>
)

const shownAtFirst = 5

type ListProps = Omit<SectionProps, 'children'> & { total: number; children: ReactNode[] }

/** The first lines of a list, and all that the server sends after a click. Nothing for an empty list. */
function List({ children, ...section }: ListProps) {
  const [isWhole, setWhole] = useState(false)
  if (section.total === 0) return null
  const shown = isWhole ? children : children.slice(0, shownAtFirst)
  const unsent = section.total - children.length
  return (
    <Section {...section}>
      <ul className="stack small breaks tight">
        {shown.map((line, index) => (
          <li key={index}>{line}</li>
        ))}
        {unsent > 0 && shown.length === children.length && <li className="faint">{words.more(unsent)}</li>}
      </ul>
      {shown.length < children.length && (
        <Button size="s" onClick={() => setWhole(true)}>
          {words.showMore(children.length - shown.length)}
        </Button>
      )}
    </Section>
  )
}
