import { createHmac } from 'node:crypto'
import { createTransport } from 'nodemailer'
import { withProblems } from '#analyser/describe-checks.ts'
import type { AlertTest } from '#contract/jobs/alert-test.ts'
import { placeUrlOf } from '#contract/lists/views.ts'
import { PageRefused } from '#service/fetcher/failures.ts'
import { postJson, PostRefused } from '#service/fetcher/post.ts'
import { startTimeLimit } from '#service/fetcher/timing.ts'
import type { AlertRecord } from '#service/store/alerts/alerts.ts'
import { type AlertRuleRecord, webhookSecretOf } from '#service/store/alerts/rules.ts'
import { messageOf, testMessage } from './alert-message.ts'

export type SenderOptions = {
  allowHosts: ReadonlySet<string>
  mail: MailServer | null
  /** Signs webhooks. */
  signingSecret: () => Promise<string>
}

export type MailServer = { url: string; from: string }

/** Addresses as text would be parsed: `x:a@b.c` is a group. */
const addressee = (address: string) => ({ name: '', address })

/** For each step of sending a mail. */
const mailTimeoutMs = 15_000
/** The timeout of a test, because a person waits for its result. */
const testMs = 20_000

export type Sender = ReturnType<typeof createSender>

/** Thrown for mail without SEO_REPORTS_SMTP_URL. */
class NoMailServer extends Error {}

/** Sends alerts, each once. `origin` is that of the dashboard. */
export function createSender({ allowHosts, mail, signingSecret }: SenderOptions) {
  const transport =
    mail &&
    createTransport(
      { url: mail.url, connectionTimeout: mailTimeoutMs, greetingTimeout: mailTimeoutMs, socketTimeout: mailTimeoutMs },
      { from: addressee(mail.from) },
    )

  type Mail = { to: string[]; subject: string; text: string; messageId?: string; signal: AbortSignal }
  async function sendMail({ to, ...message }: Mail) {
    if (!transport) throw new NoMailServer()
    await transport.sendMail({ to: to.map(addressee), ...message })
  }

  type Call = { url: string | null; ruleId: number; name: string; content: object; text: string; signal: AbortSignal }
  async function callWebhook({ url, ruleId, name, content, text, signal }: Call) {
    // Slack and its like show `text`, in which angle brackets are commands.
    const escaped = text.replaceAll('<', '&lt;').replaceAll('>', '&gt;')
    const body = JSON.stringify({ text: escaped, ...content })
    const at = Math.floor(Date.now() / 1000)
    const signature = createHmac('sha256', webhookSecretOf(await signingSecret(), ruleId))
      .update(`${at}.${body}`)
      .digest('hex')
    const headers = { 'SEO-Reports-Signature': `t=${at},v1=${signature}`, 'SEO-Reports-Alert': name }
    await postJson(new URL(url ?? ''), body, { headers, allowHosts, signal })
  }

  return {
    /** Sends a person a message. */
    async message(to: string, { subject, text }: { subject: string; text: string }, signal: AbortSignal) {
      await sendMail({ to: [to], subject, text, signal })
    },

    async mail(alert: AlertRecord, origin: string, signal: AbortSignal) {
      const messageId = `<alert-${alert.id}@${new URL(origin).hostname}>`
      await sendMail({ to: alert.mail_to, ...messageOf(alert, origin), messageId, signal })
    },

    async webhook(alert: AlertRecord, origin: string, signal: AbortSignal) {
      const { id, rule_id, view_id, website_id, view_name, total, changes, created_at, webhook_url: url } = alert
      const shown = { changes: withProblems(changes), created_at }
      const content = {
        alert: { id, view_id, website_id, view_name, url: placeUrlOf(alert, origin), total, ...shown },
      }
      const { text } = messageOf(alert, origin)
      await callWebhook({ url, ruleId: rule_id, name: String(id), content, text, signal })
    },

    /** Sends a message to all recipients of a rule that says it is a test. */
    async test({ id, place, mail_to, webhook_url: url }: AlertRuleRecord, origin: string): Promise<AlertTest> {
      const limit = startTimeLimit(testMs, () => new PostRefused('No response in time'))
      const { signal } = limit
      const message = testMessage(place, origin)
      const created_at = new Date().toISOString()
      const { view_id, website_id, name: view_name } = place
      const alert = {
        id: 0,
        view_id,
        website_id,
        view_name,
        url: placeUrlOf(place, origin),
        total: 0,
        changes: [],
        created_at,
      }
      const call = { url, ruleId: id, name: 'test', content: { test: true, alert }, text: message.text, signal }
      const [byMail, byWebhook] = await Promise.all([
        mail_to.length > 0 && resultOf(sendMail({ to: mail_to, ...message, signal }), mailErrorOf),
        url !== null && resultOf(callWebhook(call), webhookErrorOf),
      ])
      limit.end()
      return {
        mail: byMail ? byMail.result : 'none',
        mail_error: byMail ? byMail.error : null,
        webhook: byWebhook ? byWebhook.result : 'none',
        webhook_error: byWebhook ? byWebhook.error : null,
      }
    },
  }
}

async function resultOf(sending: Promise<void>, errorOf: (error: unknown) => string) {
  try {
    await sending
    return { result: 'sent', error: null } as const
  } catch (error) {
    return { result: 'failed', error: errorOf(error) } as const
  }
}

/** Names no host and quotes no server: the mail server can be on a private network. */
function mailErrorOf(error: unknown): string {
  if (error instanceof NoMailServer) return 'no mail server is configured'
  const status = error instanceof Error && 'responseCode' in error ? error.responseCode : undefined
  return typeof status === 'number'
    ? `the mail server rejected it with status ${status}`
    : 'we couldn’t send it to the mail server'
}

function webhookErrorOf(error: unknown): string {
  if (error instanceof PageRefused) return error.clause
  if (!(error instanceof PostRefused)) return 'the server closed the connection'
  return error.status === undefined ? 'the server didn’t respond in time' : `the server returned status ${error.status}`
}
