import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { defaultReportQuery, reportListParams } from '#contract/lists/list-query.ts'
import { writeQuery } from '#contract/lists/query-params.ts'
import type { CheckInfo, Evidence } from '#contract/reports/analysis.ts'
import { AnyReportRow } from '#contract/reports/report-row.ts'
import { readItem } from '#contract/responses/envelope.ts'
import { AnyClientDocument } from '#contract/sharing/client-document.ts'
import type { WebsiteIssue } from '#contract/websites/website-pages.ts'
import { paths } from '#web/app/paths.ts'
import { checksQuery } from '#web/checks/queries.ts'
import { codeOf, lineOf, linkOf, oneLine, type Ticket, TicketActions } from '#web/checks/tickets.tsx'
import { ticketWords } from '#web/checks/words.ts'
import { currentClient } from '#web/data/current-client.ts'
import { absoluteUrl } from '#web/data/server.ts'
import { QueryStates } from '#web/list/query-states.tsx'
import { rowsOf, streamExport } from '#web/list/write-export.ts'
import { reportQueries } from '#web/resources/report-queries.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { issueTicketWords as words, issueWords } from '../words.ts'
import { downloadCsv } from './download-csv.ts'
import { problemOf } from './issues-view.ts'
import styles from './website-issues.module.css'

/** More pages make a ticket unreadable. All of them are in the list to attach. */
const maxNamedPages = 200

const pagesSearch = (id: number, check: string) =>
  writeQuery(reportListParams, {
    ...defaultReportQuery,
    website_id: id,
    check,
    latest: '1',
    sort_by: 'url',
    sort: 'asc',
  })

type NamedPages = { urls: string[]; total: number; evidence: ReadonlyMap<string, readonly Evidence[]> }

/** The first pages of an issue, the number of all, and evidence by URL, which the website's client report has. */
const pagesQuery = (id: number, check: string) =>
  queryOptions({
    queryKey: [...reportQueries.lists(), 'ticket', id, check],
    queryFn: async ({ signal }): Promise<NamedPages> => {
      const client = currentClient()
      const { body, total } = await streamExport(client, 'reports', 'json', pagesSearch(id, check), signal)
      const urls: string[] = []
      for await (const rows of rowsOf(body, AnyReportRow)) {
        urls.push(...rows.flatMap(({ url }) => url ?? []))
        if (urls.length > maxNamedPages) break
      }
      const readDocument = (json: unknown) => readItem(AnyClientDocument, json)
      const { issue_pages: issues = [] } = await client.get(`/websites/${id}/document`, readDocument, { signal })
      const pages = issues.find((issue) => issue.check === check)?.pages ?? []
      const evidence = new Map(pages.map((page) => [page.url, page.evidence ?? []]))
      return { urls: urls.slice(0, maxNamedPages), total: total ?? urls.length, evidence }
    },
  })

type IssueTicketProps = {
  /** The website. */
  id: number
  issue: WebsiteIssue
  onClose: () => void
}

/** Makes a ticket of an issue on all of its pages, with their list to attach. */
export function IssueTicket({ id, issue, onClose }: IssueTicketProps) {
  const result = useQuery(pagesQuery(id, issue.check))
  const { data: catalogue } = useQuery(checksQuery())
  return (
    <Dialog
      open
      size="wide"
      title={words.title(problemOf(issue))}
      onClose={onClose}
      actions={
        <Button data-autofocus onClick={onClose}>
          {words.close}
        </Button>
      }
    >
      <QueryStates result={result} height="16rem" loading={words.loading}>
        {(pages) => (
          <Draft id={id} issue={issue} pages={pages} info={catalogue?.data.find((check) => check.id === issue.check)} />
        )}
      </QueryStates>
    </Dialog>
  )
}

type DraftProps = { id: number; issue: WebsiteIssue; pages: NamedPages; info: CheckInfo | undefined }

function Draft({ id, issue, pages, info }: DraftProps) {
  const ticket = useMemo(
    () => ticketOfIssue(issue, pages, info, paths.website(id, { check: issue.check, latest: '1' })),
    [id, issue, pages, info],
  )
  const { urls, total } = pages
  return (
    <>
      <p>{urls.length < total ? words.leadCut(urls.length, total) : words.lead(total)}</p>
      <Field label={words.text}>
        {(field) => <textarea {...field} readOnly rows={10} className={styles.draft} value={ticket.text} />}
      </Field>
      <TicketActions ticket={ticket} />
      <DownloadList id={id} check={issue.check} />
    </>
  )
}

/** Returns an issue as a ticket in Markdown. */
export function ticketOfIssue(
  issue: WebsiteIssue,
  { urls, total, evidence }: NamedPages,
  info: CheckInfo | undefined,
  path: string,
): Ticket {
  const { importance, points, targets } = issue
  const problem = oneLine(problemOf(issue))
  const gain = points > 0 && ticketWords.points(points)
  const host = URL.parse(urls[0] ?? issue.sample?.url ?? '')?.origin
  const isLink = !issue.check.startsWith('canonical')
  const parts = [
    host && `**${words.website}:** ${linkOf(host)}`,
    `**${problem}:** ${[words.onPages(total), ticketWords.importance(importance), gain].filter(Boolean).join(' · ')}`,
    info?.why && `### ${ticketWords.why}\n\n${info.why}`,
    info?.how && `### ${ticketWords.how}\n\n${info.how}`,
    targets.length > 0 &&
      `### ${words.targets}\n\n${targets
        .flatMap(({ url, status, pages, samples }) => [
          `- ${codeOf(url)} · ${(isLink ? issueWords.linkTarget : issueWords.canonicalTarget)(status, pages)}`,
          ...samples.map(({ url: from, anchor }) =>
            ['  - ', linkOf(from), anchor !== null && ` · ${codeOf(issueWords.anchor(anchor))}`]
              .filter(Boolean)
              .join(''),
          ),
        ])
        .join('\n')}`,
    `### ${words.pages}\n\n${urls
      .flatMap((url) => [`- ${linkOf(url)}`, ...(evidence.get(url) ?? []).map((item) => `  ${lineOf(item)}`)])
      .join('\n')}`,
    urls.length < total && words.more(total - urls.length),
    `[${words.list}](${absoluteUrl(path)})`,
  ]
  return { title: words.name(problem, total), text: `${parts.filter(Boolean).join('\n\n')}\n` }
}

/** Downloads all pages of an issue, for a ticket's attachment. */
function DownloadList({ id, check }: { id: number; check: string }) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const download = async () => {
    setBusy(true)
    const search = pagesSearch(id, check)
    search.set('bom', '1')
    setError(await downloadCsv(`/exports/reports.csv?${search}`, check))
    setBusy(false)
  }
  return (
    <div className="stack tight">
      <p>
        <Button size="s" icon="download" busy={busy} onClick={() => void download()}>
          {words.download}
        </Button>
      </p>
      {error && (
        <Notice role="alert" tone="bad">
          {error}
        </Notice>
      )}
    </div>
  )
}
