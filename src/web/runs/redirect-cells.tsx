import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { RedirectMapRow, RedirectResult, UnnamedPage } from '#contract/jobs/redirects.ts'
import { urlFrom } from '#contract/reports/indexability.ts'
import { isSameUrl } from '#contract/url-key.ts'
import { paths } from '#web/app/paths.ts'
import { whyOf } from '#web/jobs/job-lines.tsx'
import { column, type Columns } from '#web/ui/table.tsx'
import { RelativeTime } from '#web/ui/time.tsx'
import { UrlText } from '#web/ui/url.tsx'
import { redirectWords as words } from './words.ts'

const { columns, unnamedColumns: unnamed } = words

const sortedBy = (by: string) => ({ sort: { by, direction: 'asc' as const } })

export const redirectColumns: Columns<RedirectMapRow> = [
  column(columns.old, (row) => <OldUrl row={row} />, { isRowHeading: true, card: 'bare line', ...sortedBy('url') }),
  column(columns.expected, ({ expected }) => <UrlText url={expected} lines="wrap" />, {
    card: 'line',
    ...sortedBy('expected'),
  }),
  column(columns.result, (row) => <Result row={row} />, { width: '10.5rem', card: 'line', ...sortedBy('result') }),
  column(columns.hops, (row) => <Hops row={row} />, { width: '22%', card: 'line', ...sortedBy('hops') }),
  column(columns.titles, (row) => <Titles row={row} />, {
    width: '5.5rem',
    isNumber: true,
    ...sortedBy('title_likeness'),
  }),
  column(columns.texts, ({ text_likeness: value }) => <Likeness value={value} />, {
    width: '5.5rem',
    isNumber: true,
    ...sortedBy('text_likeness'),
  }),
  column(columns.canonical, (row) => <Canonical row={row} />, { width: '9rem' }),
]

const OldUrl = ({ row: { line, url } }: { row: RedirectMapRow }) => (
  <>
    <UrlText url={url} lines="wrap" />
    <span className="faint tiny block">{words.line(line)}</span>
  </>
)

const tones: Record<RedirectResult, string> = {
  as_expected: 'good toned',
  chain: 'decent toned',
  elsewhere: 'bad toned',
  home_page: 'bad toned',
  no_redirect: 'bad toned',
  not_found: 'bad toned',
  loop: 'bad toned',
  refused: 'decent toned',
  server_error: 'bad toned',
  unreachable: 'bad toned',
}

function Result({ row }: { row: RedirectMapRow }) {
  const { result, state, map_fault: fault, reason } = row
  return (
    <>
      {result ? (
        <span className={`medium ${tones[result]}`} title={words.explained[result]}>
          {words.results[result]}
        </span>
      ) : (
        <span className="faint">{state === 'failed' ? words.failed : words.waiting}</span>
      )}
      {row.error && <span className="small block">{whyOf(row)}</span>}
      {reason && <span className="faint small block">{reason}</span>}
      {fault && <span className="small block">{words.faults[fault]}</span>}
    </>
  )
}

/** Each redirect with its status, and the last response. A URL on the host of the one before is shown without it. */
function Hops({ row: { url, hops, final_url: end, status } }: { row: RedirectMapRow }) {
  const steps: { status: number | null; from: string; url: string }[] = hops.map((hop, at) => ({
    status: hop.status,
    from: hops[at - 1]?.url ?? url,
    url: hop.url,
  }))
  const last = hops.at(-1)
  if (end !== null) steps.push({ status, from: last?.url ?? url, url: end })
  else if (last?.to) steps.push({ status: null, from: last.url, url: last.to })
  return (
    <ol className="grid dense small">
      {steps.map((step, at) => (
        <li key={at} className="breaks">
          {step.status !== null && <span className="medium">{step.status}</span>}{' '}
          <span title={step.url} className="muted">
            {urlFrom(step.from, step.url)}
          </span>
        </li>
      ))}
    </ol>
  )
}

const Titles = ({ row: { old_title, new_title, title_likeness } }: { row: RedirectMapRow }) => (
  <span title={title_likeness === null ? undefined : words.titles(old_title, new_title)}>
    <Likeness value={title_likeness} />
  </span>
)

const Likeness = ({ value }: { value: number | null }) =>
  value === null ? (
    <Unknown why={words.unknownLikeness} />
  ) : (
    <span className={value < 50 ? 'bad toned' : undefined}>{words.likeness(value)}</span>
  )

function Canonical({ row: { canonical, final_url: end } }: { row: RedirectMapRow }): ReactNode {
  if (canonical === null || end === null) return <Unknown />
  if (isSameUrl(canonical, end)) return <span className="muted">{words.ownCanonical}</span>
  return (
    <span title={canonical} className="breaks">
      {urlFrom(end, canonical)}
    </span>
  )
}

const Unknown = ({ why }: { why?: string }) => (
  <span className="faint" title={why}>
    –
  </span>
)

export const unnamedColumns: Columns<UnnamedPage> = [
  column(
    unnamed.url,
    ({ url, report_id }) =>
      report_id === null ? (
        <UrlText url={url} lines="wrap" />
      ) : (
        <Link to={paths.report(report_id)}>
          <UrlText url={url} lines="wrap" />
        </Link>
      ),
    { isRowHeading: true, card: 'bare line' },
  ),
  column(unnamed.title, ({ title }) => title, { width: '34%', card: 'line' }),
  column(unnamed.status, ({ status }) => status ?? <Unknown />, { width: '6rem', isNumber: true }),
  column(unnamed.inlinks, ({ inlinks }) => inlinks, { width: '6rem', isNumber: true }),
  column(unnamed.gone, ({ gone_at }) => (gone_at === null ? null : <RelativeTime iso={gone_at} />), {
    width: '8rem',
  }),
]
