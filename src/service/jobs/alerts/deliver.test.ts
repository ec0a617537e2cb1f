import type { ServerResponse } from 'node:http'
import { createServer as createTcpServer, type AddressInfo } from 'node:net'
import type { Kysely } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { createAlertRunner } from '#service/jobs/alert-runner.ts'
import { insertAlert } from '#service/store/alerts/alerts.ts'
import { changeAlertRule, listAlertRules } from '#service/store/alerts/rules.ts'
import type { Schema } from '#service/store/schema.ts'
import { serve, serveMail } from '#testing/servers/loopback.ts'
import { alerts, watch } from '#testing/store/alerts.ts'
import { describeEachEngine } from '#testing/store/databases.ts'
import { countChange } from './alert-message.ts'
import { createDelivery, type DeliveryOptions } from './deliver.ts'
import { createSender, type MailServer } from './send.ts'

type Limits = Pick<DeliveryOptions, 'sendingMs' | 'stoppingMs'>

/** A webhook whose responses the test sends itself. */
async function heldHook() {
  const calls: ServerResponse[] = []
  const { host, url } = await serve((_, response) => void calls.push(response))
  return { host, url: `${url}/hook`, calls }
}

/** A mail server that accepts connections and stays silent. Returns the numbers of all and of open ones. */
async function silentMail() {
  const counts = { all: 0, open: 0 }
  const server = createTcpServer((socket) => {
    counts.all += 1
    counts.open += 1
    socket.on('error', () => {}).on('close', () => (counts.open -= 1))
    socket.resume()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}?ignoreTLS=true`, counts }
}

/** Stores alerts that are to be delivered. */
async function addAlerts(db: Kysely<Schema>, count: number, webhookUrl: string | null, mailTo: string[] = []) {
  await watch(db)
  const [rule] = await listAlertRules(db)
  if (!rule) throw new Error('The rule is missing')
  await changeAlertRule(db, rule.id, { ...rule, webhook_url: webhookUrl, mail_to: mailTo })
  const [changed] = await listAlertRules(db)
  for (let more = 0; changed && more < count; more += 1)
    await db.transaction().execute((tx) => insertAlert(tx, changed, [countChange({ before: 1, after: 2 })]))
}

/** Stores an alert of a rule of its own. */
async function addAlertOf(db: Kysely<Schema>, ruleId: number, to: { webhook_url?: string; mail_to?: string[] }) {
  const [rule] = await listAlertRules(db)
  if (!rule) throw new Error('The rule is missing')
  const own = { ...rule, id: ruleId, webhook_url: null, ...to }
  await db.transaction().execute((tx) => insertAlert(tx, own, [countChange({ before: 1, after: 2 })]))
}

/** Starts a runner that delivers alerts, as a start of the service does. */
function start(db: Kysely<Schema>, hosts: string[], mailUrl?: string, limits: Limits = { stoppingMs: 60_000 }) {
  const mail: MailServer | null = mailUrl === undefined ? null : { url: mailUrl, from: 'seo@reports.test' }
  const failures: unknown[] = []
  const onError = (error: unknown) => failures.push(error)
  const signingSecret = async () => 'secret'
  const allowHosts = new Set(hosts)
  const origin = () => 'http://reports.test'
  const sender = createSender({ allowHosts, mail, signingSecret })
  const delivery = createDelivery({ db, origin, sender, onError, ...limits })
  const runner = createAlertRunner({ db, delivery, onJob: () => {}, onError })
  onTestFinished(runner.close)
  return {
    run: runner.run,
    failures,
    async close() {
      await runner.close()
      expect(failures).toEqual([])
    },
  }
}

describeEachEngine('stopping while an alert is delivered', ({ openStore }) => {
  it('cuts off what hangs, and delivers it at the next start', async () => {
    const { db } = await openStore()
    const [hook, mail] = [await heldHook(), await silentMail()]
    await addAlerts(db, 1, hook.url, ['one@team.example'])
    // Without the cut, stopping takes longer than the test may.
    const stopped = start(db, [hook.host], mail.url, { stoppingMs: 100, sendingMs: 3_600_000 })
    await expect.poll(() => [hook.calls.length, mail.counts.open]).toEqual([1, 1])
    await stopped.close()
    expect(await alerts(db)).toMatchObject([{ mail: 'pending', webhook: 'pending', attempts: 0 }])
    await expect.poll(() => mail.counts).toEqual({ all: 1, open: 0 })

    const working = await serveMail()
    const again = start(db, [hook.host], working.url)
    await expect.poll(() => hook.calls.length).toBe(2)
    hook.calls[1]?.end()
    await again.run()
    expect(await alerts(db)).toMatchObject([{ mail: 'sent', webhook: 'sent', attempts: 1 }])
    expect(working.messages).toHaveLength(1)
  })

  it('waits a moment for what is almost delivered, and does not deliver it again', async () => {
    const { db } = await openStore()
    const [hook, mail] = [await heldHook(), await serveMail()]
    await addAlerts(db, 1, hook.url, ['one@team.example'])
    const stopped = start(db, [hook.host], mail.url)
    await expect.poll(() => [hook.calls.length, mail.messages.length]).toEqual([1, 1])
    const closed = stopped.close()
    hook.calls[0]?.end()
    await closed
    expect(await alerts(db)).toMatchObject([{ mail: 'sent', webhook: 'sent', attempts: 1 }])
    await start(db, [hook.host], mail.url).run()
    expect([hook.calls.length, mail.messages.length]).toEqual([1, 1])
  })

  it('starts no other delivery', async () => {
    const { db } = await openStore()
    const hook = await heldHook()
    await addAlerts(db, 2, hook.url)
    const stopped = start(db, [hook.host])
    await expect.poll(() => hook.calls.length).toBe(1)
    const closed = stopped.close()
    hook.calls[0]?.end()
    await closed
    expect((await alerts(db)).map(({ webhook, attempts }) => `${webhook} ${attempts}`).toSorted()).toEqual([
      'pending 0',
      'sent 1',
    ])
  })
})

describeEachEngine('delivering an alert', ({ openStore }) => {
  it('sends no password to a server without the TLS that it needs', async () => {
    const { db } = await openStore()
    const mail = await serveMail()
    const { host } = new URL(mail.url)
    await addAlerts(db, 1, null, ['one@team.example'])
    const started = start(db, [], `smtp://user:secret@${host}?requireTLS=true`)
    await started.run()
    expect(mail.commands.map((line) => line.split(' ', 1)[0])).toEqual(['EHLO', 'STARTTLS'])
    expect(started.failures).toHaveLength(1)
    expect(await alerts(db)).toMatchObject([{ mail: 'pending', attempts: 1 }])
  })

  it('sends to an address as it is', async () => {
    const { db } = await openStore()
    const mail = await serveMail()
    // An older version stored addresses that mail programs read as a group.
    await addAlerts(db, 1, null, ['one@team.example', 'team:two@team.example'])
    await start(db, [], mail.url).run()
    expect(mail.commands.filter((line) => line.startsWith('RCPT'))).toEqual([
      'RCPT TO:<one@team.example>',
      'RCPT TO:<"team:two"@team.example>',
    ])
  })

  it('ends what takes too long, and counts it as tried', async () => {
    const { db } = await openStore()
    const [hook, mail] = [await heldHook(), await silentMail()]
    await addAlerts(db, 1, hook.url, ['one@team.example'])
    const started = start(db, [hook.host], mail.url, { sendingMs: 500 })
    await started.run()
    // Not by the longer limits for single responses of the mail server.
    expect(started.failures.map(String)).toEqual([
      'AbortError: Message sending aborted',
      'Error: The alert wasn’t delivered in time.',
    ])
    expect(await alerts(db)).toMatchObject([{ mail: 'pending', webhook: 'pending', attempts: 1 }])
    await expect.poll(() => mail.counts.open).toBe(0)
  })

  it('is not delayed by webhooks and a mail server that never respond', async () => {
    const { db } = await openStore()
    const [mail, quick] = [await silentMail(), await heldHook()]
    const silent = await Promise.all(Array.from({ length: 3 }, heldHook))
    await watch(db)
    for (const [at, { url }] of silent.entries()) await addAlertOf(db, at + 1, { webhook_url: url })
    for (let more = 0; more < 4; more += 1) await addAlertOf(db, 10 + more, { mail_to: ['one@team.example'] })
    const hosts = [...silent, quick].map(({ host }) => host)
    const { run } = start(db, hosts, mail.url, { stoppingMs: 10 })
    await expect.poll(() => silent.map(({ calls }) => calls.length)).toEqual([1, 1, 1])

    await addAlertOf(db, 20, { webhook_url: quick.url })
    void run()
    await expect.poll(() => quick.calls.length).toBe(1)
    quick.calls[0]?.end()
    await expect.poll(async () => (await alerts(db)).filter(({ webhook }) => webhook === 'sent')).toHaveLength(1)
    expect(silent.map(({ calls }) => calls.length)).toEqual([1, 1, 1])
    expect(mail.counts).toEqual({ all: 3, open: 3 })
  })

  it('waits for the earlier one of its rule, and leaves places when one host is slow', async () => {
    const { db } = await openStore()
    const [slow, quick] = [await heldHook(), await heldHook()]
    await watch(db)
    for (let rule = 1; rule <= 20; rule += 1)
      for (const at of [1, 2]) await addAlertOf(db, rule, { webhook_url: `${slow.url}/${rule}/${at}` })
    await addAlertOf(db, 21, { webhook_url: quick.url })
    start(db, [slow.host, quick.host], undefined, { stoppingMs: 10 })
    await expect.poll(() => [slow.calls.length, quick.calls.length]).toEqual([8, 1])
    const rules = slow.calls.map(({ req }) => req.url?.split('/').slice(2).join('/'))
    expect(rules.toSorted()).toEqual(Array.from({ length: 8 }, (_, at) => `${at + 1}/1`))
  })
})
