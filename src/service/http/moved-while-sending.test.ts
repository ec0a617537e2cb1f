// @module-tag all
import { once } from 'node:events'
import { type IncomingMessage, request, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json, text } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import { openStore, type StoreOptions } from '#service/store/database.ts'
import { insertReports } from '#service/store/reports/bulk-insert.ts'
import { pack } from '#service/store/reports/report-payloads.ts'
import { createReport } from '#service/store/reports/reports.ts'
import { servePages, smallPage } from '#testing/servers/loopback.ts'
import { signedInWith } from '#testing/service/people.ts'
import { testService } from '#testing/service/service.ts'
import { describeEachEngine } from '#testing/store/databases.ts'
import { newReport } from '#testing/store/reports.ts'

const publicUrl = 'https://reports.test'
const moving = 'moving.example'
const staying = 'staying.example'

async function processOn(database: StoreOptions) {
  const store = await openStore(database)
  onTestFinished(() => store.close())
  return testService(store, { publicUrl })
}

/** Two websites of a client, a member who can edit it, and another process, by which the first website moves. */
async function start(database: StoreOptions & { remove(): Promise<void> }, site = moving) {
  onTestFinished(() => database.remove())
  const [service, other] = [await processOn(database), await processOn(database)]
  const { db } = service.store
  for (const domain of [site, staying]) await createReport(db, newReport({ url: `https://${domain}/`, domain }))
  for (const name of ['Acme', 'Bolt']) await other.call('POST /api/v1/clients', { form: { name } })
  const give = (website: number, client: number) =>
    other.call(`PUT /api/v1/websites/${website}/client`, { form: { client_id: String(client) } })
  for (const website of [1, 2]) await give(website, 1)
  const grant = { right: 'edit', scope: 'client', client_id: 1, website_id: null } as const
  const cookie = await signedInWith(db, 'member', [grant])
  const asMember = { key: null, headers: { origin: publicUrl, cookie } }
  await service.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = service.app.server.address() as AddressInfo
  /** Opens a connection of its own for a request of the member. */
  const open = async (path: string, body = '', accept = '*/*') => {
    const headers = {
      ...asMember.headers,
      accept,
      'accept-encoding': 'identity',
      ...(body && { 'content-type': 'application/x-www-form-urlencoded' }),
    }
    const sent = request({ port, path: `/api/v1/${path}`, method: body ? 'POST' : 'GET', headers, agent: false })
    sent.end(body)
    onTestFinished(() => void sent.destroy())
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    return response
  }
  const move = async () => expect((await give(1, 2)).status).toBe(200)
  return { service, asMember, open, move }
}

/** Rows of 20 kB, more than the buffers of a connection hold. */
const largeRows = (domain: string, count: number) =>
  Array.from({ length: count }, (_, at) => ({
    ...newReport({ url: `https://${domain}/${at}`, domain, title: 'x'.repeat(20_000) }),
    evaluation: pack({}),
    facts: pack({}),
  }))

describeEachEngine('a website that moves to another client', ({ createDatabase }) => {
  it('ends the events of its jobs for a person who no longer sees it', async () => {
    const { service, asMember, open, move } = await start(await createDatabase())
    const watch = async (domain: string) => {
      const { body } = await service.call('POST /api/v1/jobs', { ...asMember, form: { urls: `https://${domain}/` } })
      return open(`jobs/${body.data.id}/events`)
    }
    const [ended, other] = [await watch(moving), await watch(staying)]
    await move()
    expect(await text(ended)).toContain('event: progress')
    expect(other.closed).toBe(false)
  })

  it('is left out of the rest of a file', async () => {
    const { service, open, move } = await start(await createDatabase())
    await insertReports(service.store.db, largeRows(moving, 1_000))
    const response = await open('exports/reports.json?sort=desc')
    await move()
    const hosts = ((await json(response)) as { url: string }[]).map(({ url }) => new URL(url).host)
    expect(hosts.filter((host) => host === moving).length).toBeLessThan(1_000)
    expect(hosts.filter((host) => host === staying)).toEqual([staying])
  })

  it.for(['*/*', 'text/event-stream'])('refuses the report of its page, sent as %s', async (accept) => {
    const isHeld = Promise.withResolvers<Parameters<RequestListener>[1]>()
    const { host, url } = await servePages({ '/': (_, response) => isHeld.resolve(response) })
    const { service, open, move } = await start(await createDatabase(), host)
    service.allowHosts.add(host)
    const opened = open('reports', String(new URLSearchParams({ url: `${url}/` })), accept)
    const held = await isHeld.promise
    await move()
    held.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(smallPage)
    expect(await text(await opened)).toContain('"code":"not_allowed"')
    expect((await service.call('GET /api/v1/reports')).body.meta.total).toBe(2)
  })

  it('stays with the client to which someone else adds it during its first analysis', async () => {
    const isHeld = Promise.withResolvers<Parameters<RequestListener>[1]>()
    const { host, url } = await servePages({ '/': (_, response) => isHeld.resolve(response) })
    const { service, open } = await start(await createDatabase())
    service.allowHosts.add(host)
    const opened = open('reports', String(new URLSearchParams({ url: `${url}/`, client_id: '1' })))
    const held = await isHeld.promise
    const added = await service.call('POST /api/v1/domains', { form: { domain: url, client_id: '2' } })
    expect(added.status).toBe(201)
    held.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(smallPage)
    expect(await text(await opened)).toContain('"code":"not_allowed"')
    expect((await service.call(`GET /api/v1/websites/${added.body.data.id}`)).body.data).toMatchObject({
      client_id: 2,
      reports_count: 0,
    })
  })
})
