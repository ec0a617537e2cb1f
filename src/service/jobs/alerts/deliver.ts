import { createHmac } from 'node:crypto'
import type { Kysely } from 'kysely'
import { createTransport } from 'nodemailer'
import { viewUrlOf } from '#contract/views.ts'
import { postGuarded } from '#service/fetcher/post.ts'
import { type AlertRecord, claimDelivery, storeDelivery } from '#service/store/alerts/alerts.ts'
import { webhookSecretOf } from '#service/store/alerts/webhook-secret.ts'
import type { Schema } from '#service/store/schema.ts'
import { messageOf } from './alert-message.ts'

export type DeliveryOptions = {
  db: Kysely<Schema>
  /** The origin of the dashboard. */
  origin: () => string
  allowHosts: ReadonlySet<string>
  mail: MailServer | null
  /** Signs webhooks. */
  signingSecret: () => Promise<string>
  onError: (error: unknown, message: string) => void
}

export type MailServer = { url: string; from: string }

/** When a failed delivery is tried again. */
const retriesMs = [60_000, 5 * 60_000, 30 * 60_000, 2 * 3_600_000]
const mailTimeoutMs = 15_000

/**
 * Returns the function that delivers pending alerts. If the process is killed after sending and before that is stored,
 * recipients get the alert again, with the same ID.
 */
export function createDelivery({ db, origin, allowHosts, mail, signingSecret, onError }: DeliveryOptions) {
  const transport =
    mail &&
    createTransport(
      { url: mail.url, connectionTimeout: mailTimeoutMs, greetingTimeout: mailTimeoutMs, socketTimeout: mailTimeoutMs },
      { from: mail.from },
    )

  async function sendMail(alert: AlertRecord) {
    if (!transport) throw new Error('No mail server is configured')
    const { subject, text } = messageOf(alert, origin())
    const host = new URL(origin()).hostname
    await transport.sendMail({ to: alert.mailTo, subject, text, messageId: `<alert-${alert.id}@${host}>` })
  }

  async function callWebhook(alert: AlertRecord) {
    const { id, viewId, viewName, total, changes, createdAt } = alert
    const url = viewUrlOf(alert, origin())
    const content = { id, view_id: viewId, view_name: viewName, url, total, changes, created_at: createdAt }
    // Slack and its like show `text`.
    const body = JSON.stringify({ text: messageOf(alert, origin()).text, alert: content })
    const at = Math.floor(Date.now() / 1000)
    const secret = webhookSecretOf(await signingSecret(), alert.ruleId)
    const signature = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')
    const headers = { 'SEO-Reports-Signature': `t=${at},v1=${signature}`, 'SEO-Reports-Alert': String(id) }
    await postGuarded(new URL(alert.webhookUrl ?? ''), body, { headers, allowHosts })
  }

  async function attempt(alert: AlertRecord, state: AlertRecord['mail'], send: () => Promise<void>) {
    if (state !== 'pending') return state
    try {
      await send()
      return 'sent'
    } catch (error) {
      const isLast = alert.attempts > retriesMs.length
      onError(error, `alert ${alert.id} wasn’t delivered${isLast ? '' : ' yet'}`)
      return isLast ? 'failed' : 'pending'
    }
  }

  return async function deliver(): Promise<void> {
    for (let alert = await claimDelivery(db); alert; alert = await claimDelivery(db)) {
      const one = alert
      const [byMail, byWebhook] = await Promise.all([
        attempt(one, one.mail, () => sendMail(one)),
        attempt(one, one.webhook, () => callWebhook(one)),
      ])
      await storeDelivery(db, one.id, { mail: byMail, webhook: byWebhook }, retriesMs[one.attempts - 1] ?? 0)
    }
  }
}
