import { queryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { CheckInfo } from '#contract/reports/analysis.ts'
import { googleReasonOf } from '#contract/reports/google-reasons.ts'
import { readRows } from '#contract/responses/envelope.ts'
import { IssuePage, maxPagesOfIssue } from '#contract/sharing/client-document.ts'
import type { WebsiteIssue } from '#contract/websites/website-pages.ts'
import { paths } from '#web/app/paths.ts'
import { checksQuery } from '#web/checks/queries.ts'
import { codeOf, lineOf, linkOf, oneLine, type Ticket, TicketActions } from '#web/checks/tickets.tsx'
import { ticketWords } from '#web/checks/words.ts'
import { currentClient } from '#web/data/current-client.ts'
import { absoluteUrl } from '#web/data/server.ts'
import { downloadCsv } from '#web/list/download-csv.ts'
import { QueryStates } from '#web/list/query-states.tsx'
import { reportQueries } from '#web/resources/report-queries.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { issueTicketWords as words, issueWords } from '../words.ts'
import { problemOf } from './issues-view.ts'
import styles from './website-issues.module.css'

/** The first pages of each issue with their evidence, in the order of the website's client report. */
const pagesQuery = (id: number, checks: readonly string[]) =>
  queryOptions({
    queryKey: [...reportQueries.lists(), 'ticket', id, ...checks],
    queryFn: ({ signal }) =>
      Promise.all(
        checks.map((check) =>
          currentClient().get(
            `/websites/${id}/issues/${encodeURIComponent(check)}/pages`,
            (body) => readRows(IssuePage, body),
            { signal },
          ),
        ),
      ),
  })

type IssueTicketProps = {
  /** The website. */
  id: number
  /** One issue, or those of a plan. */
  issues: readonly WebsiteIssue[]
  onClose: () => void
}

/** Makes a ticket of issues on all of their pages, for one issue with their list to attach. */
export function IssueTicket({ id, issues, onClose }: IssueTicketProps) {
  const result = useQuery(
    pagesQuery(
      id,
      issues.map(({ check }) => check),
    ),
  )
  const { data: catalogue } = useQuery(checksQuery())
  const [first, ...others] = issues
  if (!first) return null
  return (
    <Dialog
      open
      size="wide"
      title={others.length === 0 ? words.title(problemOf(first)) : words.ofPlan.title(issues.length)}
      onClose={onClose}
      actions={
        <Button data-autofocus onClick={onClose}>
          {words.close}
        </Button>
      }
    >
      <QueryStates result={result} height="16rem" loading={words.loading}>
        {(pages) => {
          const tickets = issues.map((issue, at) =>
            ticketOfIssue(
              issue,
              pages[at] ?? [],
              catalogue?.data.find((check) => check.id === issue.check),
              paths.websitePages(id, { check: issue.check }),
            ),
          )
          return others.length === 0 ? (
            <Draft ticket={ticketOfAll(tickets)} lead={leadOf(first, pages[0]?.length ?? 0)}>
              <DownloadList id={id} check={first.check} />
            </Draft>
          ) : (
            <Draft ticket={ticketOfAll(tickets, hostOf(first))} lead={words.ofPlan.lead(maxPagesOfIssue)} />
          )
        }}
      </QueryStates>
    </Dialog>
  )
}

const leadOf = ({ pages }: WebsiteIssue, named: number) =>
  named < pages ? words.leadCut(named, pages) : words.lead(named)

const hostOf = ({ sample }: WebsiteIssue) => URL.parse(sample?.url ?? '')?.host ?? null

type DraftProps = { ticket: Ticket; lead: string; children?: ReactNode }

const Draft = ({ ticket, lead, children }: DraftProps) => (
  <>
    <p>{lead}</p>
    <Field label={words.text}>
      {(field) => <textarea {...field} readOnly rows={10} className={styles.draft} value={ticket.text} />}
    </Field>
    <TicketActions ticket={ticket} />
    {children}
  </>
)

/** Returns the tickets of several issues as one, or the only one as it is. */
export function ticketOfAll(tickets: readonly Ticket[], host: string | null = null): Ticket {
  const [first, ...others] = tickets
  if (first && others.length === 0) return first
  return {
    title: words.ofPlan.name(tickets.length, host),
    text: tickets.map(({ title, text }) => `## ${title}\n\n${text}`).join('\n'),
  }
}

/** Returns an issue as a ticket in Markdown. */
export function ticketOfIssue(
  issue: WebsiteIssue,
  pages: readonly IssuePage[],
  info: CheckInfo | undefined,
  path: string,
): Ticket {
  const { importance, points, targets, pages: total } = issue
  const problem = oneLine(problemOf(issue))
  const gain = points > 0 && ticketWords.points(points)
  const host = URL.parse(pages[0]?.url ?? issue.sample?.url ?? '')?.origin
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
    `### ${words.pages}\n\n${pages
      .flatMap(({ url, evidence = [], clicks = null, ...state }) => {
        const reason = googleReasonOf(state)
        const line = [
          linkOf(url),
          clicks !== null && words.clicks(clicks),
          reason !== null && words.googleReason(reason),
        ]
          .filter(Boolean)
          .join(' · ')
        return [`- ${line}`, ...evidence.map((item) => `  ${lineOf(item)}`)]
      })
      .join('\n')}`,
    pages.length < total && words.more(total - pages.length),
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
    setError(await downloadCsv(`/websites/${id}/pages.csv?${new URLSearchParams({ check })}`, check))
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
