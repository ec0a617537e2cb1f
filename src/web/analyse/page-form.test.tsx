// @vitest-environment dashboard
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { labelOf } from '#contract/forms/form.ts'
import { CrawlDraft } from '#contract/forms/job-form.ts'
import { issueKey } from '#service/access/keys.ts'
import { servePages, smallPage } from '#testing/servers/loopback.ts'
import { openDashboard, openPageForm, serviceWithReports } from '#testing/web/dashboard.tsx'
import { queryClient } from '#web/data/query-client.ts'
import { signInWith, signOut } from '#web/data/session.ts'
import { addWords } from '#web/jobs/words.ts'
import { signInAgainWords, visitorWords } from '#web/session/words.ts'
import { analyseWords, newReportWords, problemWords, runningWords } from './words.ts'

type Pages = Parameters<typeof servePages>[0]

const bot: Pages[string] = (_, response) =>
  response.writeHead(403, { 'cf-mitigated': 'challenge' }).end('Just a moment...')
const pdf: Pages[string] = (_, response) =>
  response.writeHead(200, { 'Content-Type': 'application/pdf' }).end('%PDF-1.7')
const loop: Pages[string] = (_, response) => response.writeHead(301, { Location: '/loop' }).end()

/** Opens a page of the dashboard beside a website on loopback, whose pages can be analysed. */
async function open(path: string | ((origin: string) => string), pages: Pages = { '/page': smallPage }) {
  const { host, url: origin } = await servePages(pages)
  const service = await serviceWithReports(0)
  service.allowHosts.add(host)
  const total = async () => (await service.call('GET /api/v1/reports')).body.meta.total
  return {
    service,
    host,
    origin,
    total,
    ...(await openDashboard(service, typeof path === 'string' ? path : path(origin))),
  }
}

const field = () => screen.getByLabelText<HTMLInputElement>(analyseWords.label)
const heading = () => screen.getByRole('heading', { level: 1 }).textContent

/** Opens the form unless it is on screen, and submits a URL. */
async function send(text: string) {
  const input = screen.queryByLabelText<HTMLInputElement>(analyseWords.label) ?? (await openPageForm())
  fireEvent.change(input, { target: { value: text } })
  fireEvent.submit(input.form!)
}
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

describe('the form of a page', () => {
  it('tries a URL without a scheme with https, then with http, and says so', async () => {
    const { host, path } = await open('/websites')
    await send(`${host}/page`)
    await waitFor(() => expect(path()).toMatch(/^\/reports\/\d+$/))
    await waitFor(() => expect(document.title).toContain(`http://${host}/page`))
    await screen.findByText(runningWords.http(`https://${host}/page`))
    await isClosed()
  })

  it('does not try http if https was typed', async () => {
    const { host, total } = await open('/websites')
    await send(`https://${host}/page`)
    await screen.findByRole('alert')
    expect(field().value).toBe(`https://${host}/page`)
    expect(await total()).toBe(0)
  })

  it.each([
    ['a PDF', '/pdf', /HTML/],
    ['a redirect loop', '/loop', /redirect/i],
    ['a bot check', '/bot', /Cloudflare.*403.*Allow our user agent “SEO-Reports\//],
  ])('says what is wrong with %s, and keeps the text and the focus', async (_, path, sentence) => {
    const { origin, total } = await open('/reports', { '/pdf': pdf, '/loop': loop, '/bot': bot })
    await send(origin + path)
    expect((await screen.findByRole('alert')).textContent).toMatch(sentence)
    expect(field().value).toBe(origin + path)
    expect(document.activeElement).toBe(field())
    expect(await total()).toBe(0)
  })

  it('says what to enter if it is empty', async () => {
    await open('/websites')
    await send('')
    expect((await screen.findByRole('alert')).textContent).toContain(problemWords.empty)
  })

  it('forgets its text and its error when it is closed, and carries a URL over to a crawl', async () => {
    const { origin } = await open('/websites', { '/pdf': pdf })
    await send(`${origin}/pdf`)
    await screen.findByRole('alert')
    fireEvent.click(screen.getByRole('radio', { name: addWords.sources.crawl }))
    const start = await screen.findByLabelText<HTMLInputElement>(labelOf(CrawlDraft, 'crawl'))
    expect(start.value).toBe(`${origin}/pdf`)
    fireEvent.click(screen.getByRole('radio', { name: addWords.sources.page }))
    fireEvent.click(screen.getByRole('button', { name: analyseWords.close }))
    await isClosed()
    expect((await openPageForm()).value).toBe('')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('is left while its page is analysed, and a failure then leads back to it', async () => {
    let respond = () => {}
    const held = new Promise<void>((resolve) => (respond = resolve))
    const { origin } = await open('/websites', {
      '/held': (request, response) => void held.then(() => pdf(request, response)),
    })
    await send(`${origin}/held`)
    fireEvent.click(await screen.findByRole('button', { name: analyseWords.hide }))
    await isClosed()
    await screen.findByRole('region', { name: runningWords.label })
    respond()
    fireEvent.click(await screen.findByRole('button', { name: runningWords.edit }))
    await waitFor(() => expect(field().value).toBe(`${origin}/held`))
    expect(field().getAttribute('aria-invalid')).toBe('true')
  })

  it.each([
    ['separated by a space', 'https://one.example/a https://two.example/b'],
    ['separated by a comma', 'one.example/a, two.example/b'],
  ])('opens the list of URLs with two that are %s, one a line', async (_, text) => {
    await open('/websites')
    await send(text)
    const dialog = within(await screen.findByRole('dialog', { name: addWords.title }))
    const list = await dialog.findByLabelText<HTMLTextAreaElement>(addWords.urls)
    expect(list.value).toMatch(/^(https:\/\/)?one\.example\/a\n(https:\/\/)?two\.example\/b$/)
    fireEvent.click(dialog.getByRole('button', { name: addWords.cancel }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('creates one report if it is submitted twice', async () => {
    const { origin, path, total } = await open('/websites')
    await send(`${origin}/page`)
    await send(`${origin}/page`)
    await waitFor(() => expect(path()).toMatch(/^\/reports\/\d+$/))
    expect(await total()).toBe(1)
  })

  it('keeps the text of an analysis that is cancelled', async () => {
    let respond = () => {}
    const held = new Promise<void>((resolve) => (respond = resolve))
    const { origin, path } = await open('/websites', {
      '/held': (_, response) => void held.then(() => response.end(smallPage)),
    })
    await send(`${origin}/held`)
    const running = within(await screen.findByRole('region', { name: runningWords.label }))
    await running.findByText(/\d s/)
    fireEvent.click(screen.getByRole('button', { name: analyseWords.cancel }))
    await waitFor(() => expect(screen.queryByRole('button', { name: analyseWords.cancel })).toBeNull())
    expect([path(), field().value]).toEqual(['/websites', `${origin}/held`])
    respond()
  })

  it('is filled by a link, which analyses nothing by itself', async () => {
    const { origin, path, requests, total } = await open(
      (site) => `/reports/new?url=${encodeURIComponent(`${site}/page`)}`,
    )
    await waitFor(() => expect(heading()).toBe(newReportWords.title))
    await waitFor(() => expect(field().value).toBe(`${origin}/page`))
    expect(requests.filter((request) => request.startsWith('POST'))).toEqual([])
    fireEvent.submit(field().form!)
    await waitFor(() => expect(path()).toMatch(/^\/reports\/\d+$/))
    expect(await total()).toBe(1)
  })
})

describe('an analysis whose response takes long', () => {
  const url = 'https://site-0.example/page-0'

  /** Starts one on a page that is open to visitors. */
  async function start() {
    const service = await serviceWithReports(1)
    const [{ id }] = (await service.call('GET /api/v1/reports')).body.data
    const { body } = await service.call(`GET /api/v1/reports/${id}`)
    const page = await openDashboard(service, '/checks')
    let respond = () => {}
    page.on('POST', '/reports', new Promise((resolve) => (respond = () => resolve({ status: 201, body }))))
    await send(url)
    await screen.findByRole('region', { name: runningWords.label })
    await waitFor(() => expect(page.requests).toContain('POST /reports'))
    return { ...page, service, id, respond: () => act(async () => respond()) }
  }

  it('is aborted by signing out, and visitors see nothing of its report', async () => {
    const { aborted, path, goTo, id, respond } = await start()
    await act(async () => signOut())
    await respond()
    expect(aborted).toContain('POST /reports')
    expect(path()).toBe('/checks')
    expect(queryClient.getQueryData(['visitor', 'reports', 'detail', id])).toBeUndefined()
    await goTo(`/reports/${id}`)
    await screen.findByText(visitorWords.nothing.title)
    expect(document.body.textContent).not.toContain(url)
  })

  it('is aborted by a key that replaces the one in use, and leaves no text', async () => {
    const { service, aborted, path, respond } = await start()
    await send('https://typed.example/')
    const { key } = await issueKey(service.store.db, 'Another person', 'full')
    await act(async () => signInWith(key, false))
    await respond()
    expect(aborted).toContain('POST /reports')
    expect(path()).toBe('/checks')
    await isClosed()
    expect(screen.queryByRole('region', { name: runningWords.label })).toBeNull()
    expect(document.body.textContent).not.toContain('typed.example')
  })
})

it('an analysis that waits for a key goes on with it', async () => {
  const { service, origin, path, on } = await open('/websites')
  on('POST', '/reports', { status: 401, body: { message: 'Unauthenticated.', status: 401 } }, 1)
  await send(`${origin}/page`)
  await screen.findByRole('dialog', { name: signInAgainWords.title })
  const { key } = await issueKey(service.store.db, 'Renewed', 'full')
  await act(async () => signInWith(key, false))
  await waitFor(() => expect(path()).toMatch(/^\/reports\/\d+$/))
})
