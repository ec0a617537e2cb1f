import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { AlertTest } from '#contract/jobs/alert-test.ts'
import type { AlertRule } from '#contract/jobs/alerts.ts'
import { readId } from '#contract/lists/list-query.ts'
import { readItem } from '#contract/responses/envelope.ts'
import { paths } from '#web/app/paths.ts'
import { currentClient } from '#web/data/current-client.ts'
import { useSubmit } from '#web/data/use-submit.ts'
import { QueryStates } from '#web/list/query-states.tsx'
import { listLinks } from '#web/resources/list-links.ts'
import { useCanEdit } from '#web/resources/me.ts'
import { viewPath, viewsQuery } from '#web/resources/views.ts'
import { useWebsiteName } from '#web/resources/websites.tsx'
import { scheduleOf, schedulesQuery } from '#web/schedules/queries.ts'
import { ScheduleButton } from '#web/schedules/schedule-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Card, EmptyCard, Fact } from '#web/ui/page.tsx'
import { alertQueries } from './queries.ts'
import { alertsWords as words } from './words.ts'
import styles from './alerts.module.css'

const AlertsDialog = lazyPart(() => import('./alerts-dialog.tsx').then((file) => file.AlertsDialog))

const sendTest = (ruleId: number, signal: AbortSignal) =>
  currentClient().write('POST', `/alerts/rules/${ruleId}/test`, (body) => readItem(AlertTest, body), { signal })

const next = () => ({ to: listLinks.websites(), action: words.toWebsites })

/** The alert rules of all views and websites. Only keys with full access are allowed to read them. */
export const RulesList = ({ isAllowed }: { isAllowed: boolean }) =>
  isAllowed ? <Rules /> : <EmptyCard title={words.rulesNeedFullKey} text={words.rulesNeedFullKeyText} {...next()} />

function Rules() {
  const result = useQuery(alertQueries.rules())
  return (
    <QueryStates result={result} height="12rem">
      {(rules) =>
        rules.length === 0 ? (
          <EmptyCard title={words.noRulesTitle} text={words.noRulesText} {...next()} />
        ) : (
          <Card flush>
            <ul className="rows">
              {rules.map((rule) => (
                <Rule key={rule.id} rule={rule} />
              ))}
            </ul>
          </Card>
        )
      }
    </QueryStates>
  )
}

function Rule({ rule }: { rule: AlertRule }) {
  const { id, view_id, website_id, conditions, mail_to, webhook_url } = rule
  const { data: views } = useQuery(viewsQuery())
  const view = views?.find((one) => one.id === view_id)
  const website = useWebsiteName(website_id)
  const name = view?.name ?? website?.full ?? words.unnamedView(view_id ?? 0)
  const canEdit = useCanEdit(website_id)
  // That of a view is theirs, if they see it.
  const canChange = canEdit || website_id === null
  const [isChanging, setChanging] = useState(false)
  const [result, setResult] = useState<AlertTest | null>(null)
  const { busy, failure, submit } = useSubmit(async (_: undefined, signal) => {
    setResult(null)
    setResult(await sendTest(id, signal))
  })
  const recipients = [...mail_to, ...(webhook_url === null ? [] : [words.webhookTo(new URL(webhook_url).host)])]
  const hasRecipients = recipients.length > 0
  return (
    <li className={styles.row}>
      <div className={`cluster spread ${styles.ruleHead}`}>
        <h2>
          {view ? (
            <Link to={viewPath(view)}>{name}</Link>
          ) : website_id === null ? (
            name
          ) : (
            <Link to={paths.website(website_id)}>{name}</Link>
          )}
        </h2>
        {canChange && (
          <div className="cluster">
            <Button
              size="s"
              icon="pencil"
              aria-haspopup="dialog"
              aria-label={words.of(words.change, name)}
              onClick={() => setChanging(true)}
            >
              {words.change}
            </Button>
            <Button
              size="s"
              icon="bell"
              busy={busy}
              aria-disabled={!hasRecipients}
              aria-label={words.of(words.sendTest, name)}
              aria-describedby={`recipients-${id}`}
              onClick={hasRecipients ? () => submit(undefined) : undefined}
            >
              {words.sendTest}
            </Button>
          </div>
        )}
      </div>
      <dl className={`pairs grid ${styles.facts}`}>
        <Fact name={words.conditions}>{conditions.map((one) => words.shortCondition[one]).join(', ')}</Fact>
        <Fact name={words.recipients}>
          <span id={`recipients-${id}`}>{hasRecipients ? recipients.join(', ') : words.noRecipients}</span>
        </Fact>
        <Fact name={words.schedule}>
          {view && <ViewSchedule view={view} />}
          {website_id !== null && <ScheduleButton target={{ kind: 'website', id: website_id }} name={name} />}
        </Fact>
      </dl>
      {failure && (
        <Notice role="alert" tone="bad">
          {failure}
        </Notice>
      )}
      {result && (
        <Notice role="status" tone={words.testFailures(result).length > 0 ? 'bad' : 'good'}>
          {words.testResult(result)}
        </Notice>
      )}
      {isChanging && (
        <AlertsDialog
          place={
            website_id === null ? { kind: 'view', id: view_id ?? 0, name } : { kind: 'website', id: website_id, name }
          }
          rule={rule}
          onClose={() => setChanging(false)}
        />
      )}
    </li>
  )
}

/** The schedule of a view or, if it has none, of its website: without either, only people cause alerts. */
function ViewSchedule({ view: { id, name, query } }: { view: { id: number; name: string; query: string } }) {
  const websiteId = readId(new URLSearchParams(query).get('website_id') ?? undefined)
  const website = useWebsiteName(websiteId)
  const { data } = useQuery(schedulesQuery())
  const ofView = { kind: 'view', id } as const
  const ofWebsite = websiteId === null ? null : ({ kind: 'website', id: websiteId } as const)
  if (!data) return null
  if (!scheduleOf(ofView, data) && ofWebsite && scheduleOf(ofWebsite, data))
    return <ScheduleButton target={ofWebsite} name={website?.full ?? name} />
  return (
    <>
      {!scheduleOf(ofView, data) && <span>{words.notScheduled} </span>}
      <ScheduleButton target={ofView} name={name} />
    </>
  )
}
