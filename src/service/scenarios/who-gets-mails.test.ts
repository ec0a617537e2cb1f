// @module-tag all
import { expect, it } from 'vitest'
import { alertConditions } from '#contract/jobs/alerts.ts'
import { createAlertRunner } from '#service/jobs/alert-runner.ts'
import { createDelivery } from '#service/jobs/alerts/deliver.ts'
import { createSender } from '#service/jobs/alerts/send.ts'
import { findPersonByEmail, listActiveOwners } from '#service/store/access/people.ts'
import type { Store } from '#service/store/database.ts'
import { signingSecret } from '#service/store/meta.ts'
import { serveChangingSite } from '#testing/servers/changing-site.ts'
import { serveMail } from '#testing/servers/loopback.ts'
import { createOwner, signedIn, signedInWith } from '#testing/service/people.ts'
import { testService } from '#testing/service/service.ts'
import { describeEachEngine } from '#testing/store/databases.ts'

const publicUrl = 'https://reports.test'

/** Returns the text of a message, whose long lines are quoted-printable (RFC 2045, 6.7). */
const textOf = (message: string) => message.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=')

/** Two clients with a site each, an owner, and a member who can edit the first client. Alerts run when asked. */
async function world(store: Store) {
  const mailServer = await serveMail()
  const mail = { url: mailServer.url, from: 'seo@reports.test' }
  const service = await testService(store, { publicUrl, mail })
  const { db } = store
  service.runJobs()
  const sites = [await serveChangingSite(1), await serveChangingSite(1)] as const
  for (const { host } of sites) service.allowHosts.add(host)
  const callAs = (cookie: string) => (request: string, form?: Record<string, string>) =>
    service.call(request as `${string} ${string}`, {
      key: null,
      headers: { origin: publicUrl, cookie },
      ...(form && { form }),
    })
  const [dana = ''] = await signedIn(db, (await createOwner(db)).id)
  const asOwner = callAs(dana)
  const finish = async (id: number) => {
    const state = async () => (await asOwner(`GET /api/v1/jobs/${id}`)).body.data.state
    await expect.poll(state, { timeout: 60_000, interval: 100 }).toBe('done')
  }
  const analyse = async () => {
    const urls = sites.flatMap((site) => site.urls).join('\n')
    await finish((await asOwner('POST /api/v1/jobs', { urls })).body.data.id)
  }
  await analyse()
  const websites = (await asOwner('GET /api/v1/websites')).body.data as { id: number; domain: string }[]
  for (const [at, { host }] of sites.entries()) {
    await asOwner('POST /api/v1/clients', { name: `Client ${at + 1}` })
    const { id = 0 } = websites.find(({ domain }) => domain === host) ?? {}
    await asOwner(`PUT /api/v1/websites/${id}/client`, { client_id: String(at + 1) })
  }
  const grant = { right: 'edit', scope: 'client', client_id: 1, website_id: null } as const
  const asMember = callAs(await signedInWith(db, 'member', [grant]))

  const onError = (error: unknown) => {
    throw error
  }
  const sender = createSender({ allowHosts: service.allowHosts, mail, signingSecret: () => signingSecret(db) })
  const delivery = createDelivery({ db, origin: () => publicUrl, sender, onError })
  /** Finds what changed, analyses its pages again, and mails what is confirmed. */
  const alert = async () => {
    for (let step = 0; step < 3; step += 1) {
      const runner = createAlertRunner({ db, confirmMs: 0, delivery, onJob: () => {}, onError })
      await runner.run()
      await runner.close()
      for (const { id } of (await asOwner('GET /api/v1/jobs')).body.data) await finish(id)
    }
  }
  /** The texts that were mailed to an address. */
  const mailsTo = (address: string) =>
    mailServer.messages.filter((message) => /^To: (.*)/m.exec(message)?.[1]?.includes(address)).map(textOf)
  return { db, sites, asOwner, asMember, analyse, alert, mailsTo }
}

describeEachEngine('mails to a member of one of two clients', ({ openStore }) => {
  it('name nothing of the other client', { timeout: 240_000 }, async () => {
    const { db, sites, asOwner, asMember, analyse, alert, mailsTo } = await world(await openStore())
    const [own, other] = sites
    for (const [call, mail_to] of [
      [asOwner, 'dana@agency.example'],
      [asMember, 'mo@agency.example'],
    ] as const) {
      const view = await call('POST /api/v1/views', { name: 'All', list: 'reports', query: '', owner: 'me' })
      const view_id = String(view.body.data.id)
      const rule = await call('POST /api/v1/alerts/rules', { view_id, conditions: alertConditions.join(), mail_to })
      expect([mail_to, view.status, rule.status]).toEqual([mail_to, 201, 201])
    }
    await analyse()
    await alert()
    for (const { planted } of sites) planted.set('/0', 'noindex')
    for (const _ of [1, 2]) {
      await analyse()
      await alert()
    }
    // The owner’s alert is of both, so it is known that both are mailed.
    const hostsIn = (mails: string[]) => sites.map(({ host }) => mails.filter((text) => text.includes(host)).length)
    expect(hostsIn(mailsTo('dana@agency.example'))).toEqual([1, 1])
    expect(hostsIn(mailsTo('mo@agency.example'))).toEqual([1, 0])

    const mo = await findPersonByEmail(db, 'mo@agency.example')
    for (const { id } of (await asOwner('GET /api/v1/reports')).body.data)
      await asOwner(`PUT /api/v1/reports/${id}/findings/noindex`, { assignee_id: String(mo?.id) })
    await asOwner('POST /api/v1/people/invitations', {
      name: 'Gus',
      email: 'gus@agency.example',
      team_role: 'guest',
      grants: 'view client:1',
    })
    await expect.poll(() => mailsTo('gus@agency.example').length).toBe(1)
    await expect.poll(() => hostsIn(mailsTo('mo@agency.example'))[0]).toBeGreaterThan(1)
    const all = ['mo', 'gus'].flatMap((name) => mailsTo(`${name}@agency.example`)).join('\n')
    expect(all).toContain(own.host)
    for (const word of [other.host, 'Client 2', 'Client 1']) expect([word, all.includes(word)]).toEqual([word, false])
  })

  it('end once they can’t see the website, or are removed', { timeout: 240_000 }, async () => {
    const { db, sites, asOwner, analyse, alert, mailsTo } = await world(await openStore())
    const websites = (await asOwner('GET /api/v1/websites')).body.data as { id: number; domain: string }[]
    const ids = sites.map(({ host }) => websites.find(({ domain }) => domain === host)?.id ?? 0)
    const mail_to = 'mo@agency.example, boss@shop.example'
    for (const id of ids) {
      const form = { website_id: String(id), conditions: 'not_indexable', mail_to }
      expect((await asOwner('POST /api/v1/alerts/rules', form)).status).toBe(201)
    }
    await analyse()
    await alert()
    for (const { planted } of sites) planted.set('/0', 'noindex')
    for (const _ of [1, 2]) {
      await analyse()
      await alert()
    }
    const hostsIn = (mails: string[]) => sites.map(({ host }) => mails.filter((text) => text.includes(host)).length)
    expect(hostsIn(mailsTo('boss@shop.example'))).toEqual([1, 1])
    expect(hostsIn(mailsTo('mo@agency.example'))).toEqual([1, 0])

    const mo = await findPersonByEmail(db, 'mo@agency.example')
    const [dana] = await listActiveOwners(db)
    expect((await asOwner(`DELETE /api/v1/people/${mo?.id}?hand_over_to=${dana?.id}`)).status).toBe(200)
    const rules = (await asOwner('GET /api/v1/alerts/rules')).body.data as { mail_to: string[] }[]
    expect(rules.map((rule) => rule.mail_to)).toEqual([['boss@shop.example'], ['boss@shop.example']])
  })
})
