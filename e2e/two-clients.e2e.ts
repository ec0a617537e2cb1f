import { getDocumentProxy } from 'unpdf'
import { analyse, lampPage } from './support/changing-page.ts'
import { startPageServer } from './support/page-server.ts'
import { type Service, startService } from './support/service.ts'
import { expect, test } from './support/test.ts'

const clients = ['Zinnia', 'Quartz'] as const

/** Calls the API as a new person with grants, in a browser of their own. */
async function invite({ api, origin }: Service, name: string, team_role: string, grants: string) {
  const invitation = new URLSearchParams({ name, team_role, grants })
  const { body } = await api('/api/v1/people/invitations', { method: 'POST', body: invitation })
  const token = String(body.data.url).split('#token=')[1] ?? ''
  const account = new URLSearchParams({ token, email: `${name}@agency.example`, password: 'copper violin harbour' })
  const created = await fetch(`${origin}/api/v1/account`, { method: 'POST', headers: { origin }, body: account })
  const [cookie = ''] = created.headers.getSetCookie()[0]?.split(';') ?? []
  return (path: string, init: RequestInit = {}) =>
    fetch(origin + path, { ...init, headers: { ...init.headers, cookie, origin } })
}

/** Returns all text of a PDF file, and its title. */
async function textOfPdf(file: ArrayBuffer): Promise<string> {
  const pdf = await getDocumentProxy(new Uint8Array(file))
  const texts = [JSON.stringify((await pdf.getMetadata()).info)]
  for (let number = 1; number <= pdf.numPages; number++) {
    const { items } = await (await pdf.getPage(number)).getTextContent()
    texts.push(items.map((item) => ('str' in item ? item.str : '')).join(' '))
  }
  return texts.join('\n')
}

test('PDF files and streams of a person have no word of another client', async ({ pages }) => {
  test.setTimeout(180_000)
  const otherPages = await startPageServer()
  const sites = [pages, otherPages] as const
  const service = await startService({ allowHosts: sites.map(({ host }) => host) })
  const create = (path: string, form: Record<string, string>) =>
    service.api(path, { method: 'POST', body: new URLSearchParams(form) })
  const reports: Awaited<ReturnType<typeof analyse>>[] = []
  for (const [at, name] of clients.entries()) {
    const { set, origin } = sites[at] ?? pages
    await create('/api/v1/clients', { name: `${name} Ltd`, contact: `${name} contact`, notes: `${name} notes` })
    set('/both', lampPage({ title: `<title>${name}</title>`, h1: `<h1>${name}</h1>`, description: '' }))
    // The second report of the page is compared with the first.
    await analyse(service, `${origin}/both`)
    set('/both', lampPage({ title: `<title>${name} again</title>`, h1: `<h1>${name}</h1>` }))
    reports.push(await analyse(service, `${origin}/both`))
    const body = new URLSearchParams({ client_id: String(at + 1) })
    await service.api(`/api/v1/websites/${at + 1}/client`, { method: 'PUT', body })
  }
  const [own, other] = reports
  const guest = await invite(service, 'Gus', 'guest', 'view client:1')
  const member = await invite(service, 'Mo', 'member', 'edit client:1')
  const isForeign = (text: string) => text.includes('Quartz') || text.includes(otherPages.host)

  const lists = ['documents/reports', `documents/reports?website_id=${other?.website_id}`, 'documents/websites']
  const ofClient = [`reports/${own?.id}/document`, `websites/${own?.website_id}/document`]
  for (const path of [...ofClient, ...lists]) {
    const [place = '', query = ''] = path.split('?')
    const pdf = await guest(`/api/v1/${place}.pdf?${query}`)
    expect([path, pdf.status]).toEqual([path, 200])
    const text = await textOfPdf(await pdf.arrayBuffer())
    expect([path, isForeign(text + JSON.stringify([...pdf.headers]))]).toEqual([path, false])
    if (query === '') expect(text).toContain(pages.host)
  }
  for (const path of [`reports/${other?.id}/document`, `websites/${other?.website_id}/document`])
    expect([path, (await guest(`/api/v1/${path}.pdf`)).status]).toEqual([path, 404])

  const urls = sites.map(({ origin }) => `${origin}/both`).join('\n')
  const { body: job } = await create('/api/v1/jobs', { urls, label: 'Zinnia and Quartz' })
  const progress = await (await member(`/api/v1/jobs/${job.data.id}/events`)).text()
  expect(progress).toContain('"state":"done"')
  const analysis = await member('/api/v1/reports', {
    method: 'POST',
    headers: { accept: 'text/event-stream' },
    body: new URLSearchParams({ url: `${pages.origin}/both` }),
  })
  const events = await analysis.text()
  expect(events).toContain('event: report')
  expect([isForeign(progress), isForeign(events)]).toEqual([false, false])
  await service.stop()
  await otherPages.close()
})
