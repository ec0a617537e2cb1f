import type { Kysely } from 'kysely'
import { canTakePlace, createCounts } from '#service/fetcher/requests/places.ts'
import { startTimeLimit, type TimeLimit } from '#service/fetcher/timing.ts'
import { type AlertRecord, claimDelivery, claimMs, recipientsOf, storeDelivery } from '#service/store/alerts/alerts.ts'
import type { Schema } from '#service/store/schema.ts'
import type { Sender } from './send.ts'

export type DeliveryOptions = {
  db: Kysely<Schema>
  /** The origin of the dashboard. */
  origin: () => string
  sender: Sender
  onError: (error: unknown, message: string) => void
  /** Longest time for sending an alert in one way, in milliseconds. */
  sendingMs?: number
  /** Longest time for messages that are being sent when the service stops, in milliseconds. */
  stoppingMs?: number
}

/** The pauses before a failed delivery is repeated. */
const retriesMs = [60_000, 5 * 60_000, 30 * 60_000, 2 * 3_600_000]
/** Alerts that are delivered at once. The webhooks of one host never take all places, see {@link canTakePlace}. */
const maxDeliveries = 16
/** Alerts by mail that are delivered at once. Mail servers allow few connections. */
const maxMails = 3
/** Leaves time to store the result before another process may claim the alert. */
const defaultSendingMs = claimMs - 20_000
/** Most messages are sent within this time, so they aren't sent again at the next start. */
const defaultStoppingMs = 1_000

export type Delivery = {
  /** Starts all deliveries that are due, and further ones when they end, until the signal is aborted. */
  start(signal: AbortSignal): Promise<void>
  /** Resolves when nothing is being delivered. */
  settled(): Promise<void>
}

/**
 * Delivers pending alerts side by side. A delivery that is cut off by the signal counts as not tried, and is sent after
 * the restart. If the process is killed between sending and storing, recipients get the alert again, with the same ID.
 */
export function createDelivery({
  sendingMs = defaultSendingMs,
  stoppingMs = defaultStoppingMs,
  ...deps
}: DeliveryOptions): Delivery {
  const { db, onError } = deps
  /** The deliveries that run, by rule, until they and what starts after them are done. */
  const running = new Map<number, Promise<void>>()
  const ofHost = createCounts()
  let mails = 0
  let starting = Promise.resolve()

  const canDeliver = (alert: AlertRecord) =>
    // The alerts of a rule are sent in order.
    !running.has(alert.rule_id) &&
    (alert.mail !== 'pending' || mails < maxMails) &&
    hostsOf(alert).every((host) => canTakePlace(ofHost.of(host), maxDeliveries - running.size))

  function change(alert: AlertRecord, by: 1 | -1) {
    if (alert.mail === 'pending') mails += by
    for (const host of hostsOf(alert)) ofHost.add(host, by)
  }

  async function deliverCounted(alert: AlertRecord, signal: AbortSignal) {
    change(alert, 1)
    await deliver(alert, signal, { ...deps, sendingMs, stoppingMs }).catch((error: unknown) =>
      onError(error, `the delivery of alert ${alert.id} wasn’t recorded`),
    )
    change(alert, -1)
  }

  async function startDue(signal: AbortSignal) {
    while (!signal.aborted && running.size < maxDeliveries) {
      const alert = await claimDelivery(db, canDeliver)
      if (!alert) return
      const { rule_id } = alert
      const done = deliverCounted(alert, signal).then(() => {
        running.delete(rule_id)
        return start(signal)
      })
      running.set(rule_id, done)
    }
  }

  /** One after the other, so that the limits hold. */
  function start(signal: AbortSignal): Promise<void> {
    starting = starting
      .then(() => startDue(signal))
      .catch((error: unknown) => onError(error, 'alerts couldn’t be delivered'))
    return starting
  }

  return {
    start,
    async settled() {
      await starting
      while (running.size > 0) await Promise.all(running.values())
    },
  }
}

/** Sends an alert in each way that is pending, and stores what was sent. */
async function deliver(claimed: AlertRecord, signal: AbortSignal, options: Required<DeliveryOptions>) {
  const mail_to = await recipientsOf(options.db, claimed)
  const alert = { ...claimed, mail_to, ...(mail_to.length === 0 && { mail: 'none' as const }) }
  const cut = abortedAfter(signal, options.stoppingMs)
  const { sender } = options
  const [mail, webhook] = await Promise.all([
    attempt(alert, 'mail', sender.mail, cut.signal, options),
    attempt(alert, 'webhook', sender.webhook, cut.signal, options),
  ])
  cut.end()
  const isCut = cut.signal.aborted
  const attempts = isCut ? alert.attempts - 1 : alert.attempts
  const retryInMs = isCut ? 0 : (retriesMs[alert.attempts - 1] ?? 0)
  await storeDelivery(options.db, alert, { mail, webhook, attempts }, retryInMs)
}

/** Returns the state of one way after an attempt to send the alert. */
async function attempt(
  alert: AlertRecord,
  way: 'mail' | 'webhook',
  send: Sender['mail'],
  cut: AbortSignal,
  { origin, sendingMs, onError }: Required<DeliveryOptions>,
): Promise<AlertRecord['mail']> {
  if (alert[way] !== 'pending') return alert[way]
  const limit = startTimeLimit(sendingMs, () => new Error('The alert wasn’t delivered in time.'), cut)
  try {
    await send(alert, origin(), limit.signal)
    return 'sent'
  } catch (error) {
    if (cut.aborted) return 'pending'
    const isLast = alert.attempts > retriesMs.length
    onError(error, `alert ${alert.id} wasn’t delivered${isLast ? '' : ' yet'}`)
    return isLast ? 'failed' : 'pending'
  } finally {
    limit.end()
  }
}

/** The host of a webhook that is to be called. */
const hostsOf = ({ webhook, webhook_url }: AlertRecord): string[] => {
  const url = webhook === 'pending' && webhook_url !== null ? URL.parse(webhook_url) : null
  return url ? [url.host] : []
}

/** Returns a signal that is aborted some time after another. */
function abortedAfter(signal: AbortSignal, ms: number): TimeLimit {
  const controller = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const onAbort = () => (timer = setTimeout(() => controller.abort(signal.reason), ms))
  signal.addEventListener('abort', onAbort, { once: true })
  if (signal.aborted) onAbort()
  const end = () => {
    clearTimeout(timer)
    signal.removeEventListener('abort', onAbort)
  }
  return { signal: controller.signal, end }
}
