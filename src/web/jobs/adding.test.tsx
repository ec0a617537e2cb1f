// @vitest-environment dashboard
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { labelOf, messageOf } from '#contract/forms/form.ts'
import { CrawlDraft, SitemapDraft } from '#contract/forms/job-form.ts'
import { createReport } from '#service/store/reports/reports.ts'
import { servePages, smallPage } from '#testing/servers/loopback.ts'
import { newReport } from '#testing/store/reports.ts'
import {
  type Fault,
  openAnalyseDialog,
  openDashboard,
  openPageForm,
  serviceWithReports,
  withoutExtensions,
} from '#testing/web/dashboard.tsx'
import { paths } from '#web/app/paths.ts'
import { renderWords } from '#web/forms/render-words.ts'
import { websiteWords } from '#web/websites/words.ts'
import { addWords, trayWords } from './words.ts'

const pdf = (_: unknown, response: { writeHead: Function }) =>
  response.writeHead(200, { 'Content-Type': 'application/pdf' }).end('%PDF-1.7')

/** Opens the reports beside a website on loopback, whose pages can be analysed. */
async function open(paths: string[], faults: Parameters<typeof openDashboard>[2] = []) {
  const pages: Parameters<typeof servePages>[0] = Object.fromEntries(paths.map((path) => [path, smallPage]))
  const { host, url: origin } = await servePages(pages)
  const service = await serviceWithReports(0)
  service.allowHosts.add(host)
  service.runJobs()
  const total = async () => (await service.call('GET /api/v1/reports')).body.meta.total
  return { pages, host, origin, service, total, ...(await openDashboard(service, '/reports', faults)) }
}

const dialog = async () => within(await screen.findByRole('dialog', { name: addWords.title }))
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
const tray = async () => within(await screen.findByRole('region', { name: trayWords.label }))
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const press = async (name: string | RegExp) => fireEvent.click(await button(name))

async function paste(...lines: string[]) {
  fireEvent.paste(await openPageForm(), { clipboardData: { getData: () => lines.join('\n') } })
  return dialog()
}

const finished = async (done: number, failed = 0) => {
  const counts = { total: done + failed, done, failed }
  await (await tray()).findByText(trayWords.state({ kind: 'urls', state: 'done', counts }))
}

describe('a list of URLs', () => {
  it('is sent as it is in the field, also right after a change', async () => {
    const { origin, total } = await open(['/0', '/1', '/2'])
    const shown = await paste(`${origin}/0`, `${origin}/1`)
    await button(addWords.analyse(2))
    const area = shown.getByLabelText<HTMLTextAreaElement>(addWords.urls)
    fireEvent.change(area, { target: { value: `${area.value}\n${origin}/2` } })
    fireEvent.submit(area.form!)
    await finished(3)
    expect(await total()).toBe(3)
  })

  it('that waits is shown in the tray of the browser that added it alone', async () => {
    const service = await serviceWithReports(0)
    await service.call('POST /api/v1/jobs', { json: { urls: ['https://shop.example/', 'https://shop.example/a'] } })
    const { requests } = await openDashboard(service, '/reports')
    await waitFor(() => expect(requests.some((request) => request.endsWith('/events'))).toBe(true))
    expect(screen.queryByRole('region', { name: trayWords.label })).toBeNull()
  })

  it('is polled while a proxy holds its events back', async () => {
    const { origin, requests } = await open(
      ['/0', '/1'],
      [{ method: 'GET', path: /^\/jobs\/\d+\/events/, fault: { status: 502 } }],
    )
    await paste(`${origin}/0`, `${origin}/1`)
    await press(addWords.analyse(2))
    await finished(2)
    expect(requests.filter((request) => request.endsWith('/events'))).toHaveLength(1)
  })

  it('that is sent at once waits for the pages analysed today, and skips them', async () => {
    const { origin, service, total, on } = await open(['/0', '/1'])
    await service.call('POST /api/v1/reports', { form: { url: `${origin}/0` } })
    let respond: (fault: { status: number; body: unknown }) => void = () => {}
    const ends = on('GET', /^\/reports\?.*per_page=100/, new Promise((resolve) => (respond = resolve)))
    const shown = await paste(`${origin}/0`, `${origin}/1`)
    expect(shown.getByRole('status').textContent).toBe(`${addWords.summary(2, 0, [], 0)} ${addWords.findingToday}`)
    const submit = shown.getByRole('button', { name: addWords.analyse(0) })
    fireEvent.click(submit)
    await waitFor(() => expect(submit.getAttribute('aria-busy')).toBe('true'))
    ends()
    const { status, body } = await service.call('GET /api/v1/reports?per_page=100')
    respond({ status, body })
    await finished(1)
    expect(await total()).toBe(2)
  })

  it('is sent whole on request if the pages analysed today can’t be read', async () => {
    const { origin, total, on } = await open(['/0', '/1'])
    on('GET', /^\/reports\?.*per_page=100/, { status: 403, body: { message: 'Not today.' } })
    const shown = await paste(`${origin}/0`, `${origin}/1`)
    fireEvent.click(shown.getByRole('button', { name: addWords.analyse(0) }))
    await shown.findByText(addWords.todayUnknown)
    fireEvent.click(shown.getByLabelText(addWords.skipToday(null)))
    await waitFor(() => expect(shown.queryByText(addWords.todayUnknown)).toBeNull())
    await press(addWords.analyse(2))
    await finished(2)
    expect(await total()).toBe(2)
  })

  it('can be a CSV file that is dropped on the page, with the URLs in the column with most of them', async () => {
    const { origin } = await open(['/1', '/2'])
    const rows = ['Title,Address,Status', `"One, two",${origin}/1,200`, `Three,${origin}/2,200`, 'Four,-,404']
    const file = new File([rows.join('\r\n')], 'pages.csv', { type: 'text/csv' })
    const dataTransfer = { types: ['Files'], files: [file] }
    fireEvent.dragOver(document.body, { dataTransfer })
    await screen.findByText(addWords.dropHere)
    fireEvent.drop(document.body, { dataTransfer })
    const shown = await dialog()
    await waitFor(() => expect(shown.getByRole('status').textContent).toContain(addWords.summary(2, 0, [4], 0)))
    await press(addWords.analyse(2))
    await finished(2)
  })

  it('has its URLs without a scheme analysed with http if nothing answers https, and the tray says so', async () => {
    const { host } = await open(['/0', '/1'])
    const shown = await paste(`${host}/0`, `${host}/1`)
    await shown.findByText(addWords.guesses(2))
    await press(addWords.analyse(2))
    await (await tray()).findByText(trayWords.again(2))
    await finished(2)
  })

  it('is analysed one by one on a server without jobs, from this tab', async () => {
    const { origin, requests, on } = await open(['/0', '/1'], withoutExtensions)
    on('POST', '/reports', new Promise(() => {}))
    const shown = await paste(`${origin}/0`, `${origin}/1`)
    await shown.findByText(addWords.keepOpen)
    expect(shown.queryByRole('radio', { name: addWords.sources.crawl })).toBeNull()
    expect(shown.queryByLabelText(renderWords.label)).toBeNull()
    await press(addWords.analyse(2))
    await isClosed()
    await waitFor(() => expect(requests.filter((request) => request === 'POST /reports')).toHaveLength(1))
  })
})

describe('a job', () => {
  it.each([
    ['list', addWords.urls, addWords.analyse(1)],
    ['sitemap', labelOf(SitemapDraft, 'sitemap'), addWords.analyseSitemap],
    ['crawl', labelOf(CrawlDraft, 'crawl'), addWords.startCrawl],
  ] as const)('of a %s renders its pages as chosen, or as their website is set', async (source, label, submit) => {
    const { origin, service } = await open(['/'])
    for (const render of [null, 'always']) {
      await openAnalyseDialog(source)
      const shown = await dialog()
      fireEvent.change(await shown.findByLabelText(label), { target: { value: `${origin}/` } })
      if (render !== null)
        fireEvent.change(shown.getAllByLabelText(renderWords.label).at(-1)!, { target: { value: render } })
      if (source === 'list') {
        const skips = shown.queryByRole<HTMLInputElement>('checkbox')
        if (skips?.checked) fireEvent.click(skips)
      }
      await press(submit)
      await isClosed()
      await waitFor(async () => {
        const [job] = (await service.call('GET /api/v1/jobs')).body.data
        expect(job.render).toBe(render)
      })
    }
  })

  it('names the failed URLs with their lines, which can be retried', async () => {
    const { origin, pages, total } = await open(['/0'])
    pages['/1'] = pdf
    await paste(`${origin}/0`, '', `${origin}/1`)
    await press(addWords.analyse(2))
    await finished(1, 1)
    const shown = await tray()
    const failed = shown.getByText(trayWords.failed(1)).closest('details')!
    failed.open = true
    fireEvent(failed, new Event('toggle'))
    const [line] = await within(failed).findAllByRole('listitem')
    expect(line?.textContent).toMatch(/Line 3.*This URL is a PDF\./)
    pages['/1'] = smallPage
    fireEvent.click(shown.getByRole('button', { name: trayWords.retry(1) }))
    await finished(2)
    expect(await total()).toBe(2)
  })

  it('is cancelled after a question', async () => {
    const { origin, pages, total } = await open([])
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    const paths = Array.from({ length: 9 }, (_, at) => `/${at}`)
    for (const path of paths) pages[path] = (_, response) => void held.then(() => response.end(smallPage))
    await paste(...paths.map((path) => origin + path))
    await press(addWords.analyse(9))
    fireEvent.click(await (await tray()).findByRole('button', { name: trayWords.cancel }))
    const question = within(await screen.findByRole('dialog', { name: trayWords.cancelTitle }))
    question.getByText(trayWords.cancelText(9))
    fireEvent.click(question.getByRole('button', { name: trayWords.cancelConfirm }))
    await (await tray()).findByText(/^Cancelled at 0 of 9/)
    release()
    expect(await total()).toBe(0)
  })

  it('of a sitemap says why pages may be missing', async () => {
    const { origin, pages } = await open(['/0', '/1'])
    const xml = (tag: string, part: string, urls: string[]) =>
      `<?xml version="1.0"?><${tag} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls
        .map((url) => `<${part}><loc>${url}</loc></${part}>`)
        .join('')}</${tag}>`
    pages['/index.xml'] = xml('sitemapindex', 'sitemap', [`${origin}/missing.xml`, `${origin}/sitemap.xml`])
    pages['/sitemap.xml'] = xml('urlset', 'url', [`${origin}/0`, `${origin}/1`])
    await openAnalyseDialog('sitemap')
    const shown = await dialog()
    fireEvent.change(await shown.findByLabelText(labelOf(SitemapDraft, 'sitemap')), {
      target: { value: `${origin}/index.xml` },
    })
    await press(addWords.analyseSitemap)
    await finished(2)
    expect((await (await tray()).findByText(/may be missing/)).textContent).toContain(`${origin}/missing.xml`)
  })

  it('of a sitemap keeps its URL if the server describes itself only then', async () => {
    const described = Promise.withResolvers<Fault>()
    const { origin, service } = await open([], [{ method: 'GET', path: '', fault: described.promise }])
    const field = await openPageForm()
    fireEvent.change(field, { target: { value: `${origin}/sitemap.xml` } })
    fireEvent.submit(field.form!)
    const shown = await dialog()
    await shown.findByText(addWords.needsJobs)
    expect(shown.queryByRole('radio', { name: addWords.sources.sitemap })).toBeNull()
    const { body } = await service.call('GET /api/v1')
    described.resolve({ status: 200, body, headers: { 'content-type': 'application/json' } })
    const sitemap = await shown.findByLabelText<HTMLInputElement>(labelOf(SitemapDraft, 'sitemap'))
    expect(sitemap.value).toBe(`${origin}/sitemap.xml`)
  })

  it('is a crawl of the website whose menu opens it', async () => {
    const service = await serviceWithReports(1)
    await openDashboard(service, '/websites/1')
    await press(websiteWords.again)
    fireEvent.click(await screen.findByRole('menuitem', { name: websiteWords.crawl }))
    const shown = await dialog()
    const start = await shown.findByLabelText<HTMLInputElement>(labelOf(CrawlDraft, 'crawl'))
    expect(start.value).toBe('https://site-0.example/')
  })

  it('is a crawl that starts with the scheme of the website’s pages', async () => {
    const service = await serviceWithReports(0)
    const url = 'http://plain.example/deep/page'
    await createReport(service.store.db, newReport({ url, domain: 'plain.example' }))
    await openDashboard(service, '/websites/1')
    await press(websiteWords.again)
    fireEvent.click(await screen.findByRole('menuitem', { name: websiteWords.crawl }))
    const start = await (await dialog()).findByLabelText<HTMLInputElement>(labelOf(CrawlDraft, 'crawl'))
    expect(start.value).toBe('http://plain.example/')
  })

  it('suggests the parameters that the last crawl of the website saw and that change nothing', async () => {
    const service = await serviceWithReports(1)
    const parameters = [
      { name: 'utm_source', urls: 3, ignorable: true },
      { name: 'utm_medium', urls: 2, ignorable: true },
      { name: 'sid', urls: 1, ignorable: true },
      { name: 'page', urls: 9, ignorable: false },
    ]
    const crawl = { id: 7, website_id: 1, figures: { parameters } }
    const body = { data: [{ ...crawl, id: 8, figures: null }, crawl], meta: { total: 2 } }
    const { requests } = await openDashboard(service, '/websites/1', [
      { method: 'GET', path: /^\/websites\/1\/crawls/, fault: { status: 200, body } },
      { method: 'POST', path: /^\/jobs/, fault: { status: 422, body: { message: 'No.', status: 422 } } },
    ])
    await press(websiteWords.again)
    fireEvent.click(await screen.findByRole('menuitem', { name: websiteWords.crawl }))
    const shown = await dialog()
    const suggestions = within(await shown.findByRole('group', { name: addWords.suggestions }))
    expect(suggestions.getAllByRole('button').map((button) => button.textContent)).toEqual([
      addWords.ignore('utm_*'),
      addWords.ignore('sid'),
    ])
    const ignored = shown.getByLabelText<HTMLTextAreaElement>(labelOf(CrawlDraft, 'ignore_parameters'))
    for (const name of ['utm_*', 'sid']) await press(addWords.ignore(name))
    expect(ignored.value).toBe('utm_*\nsid')
    expect(shown.queryByRole('group', { name: addWords.suggestions })).toBeNull()
    await press(addWords.startCrawl)
    await waitFor(() => expect(requests).toContain('POST /jobs'))
  })

  it('keeps what was typed in each form while another one is shown', async () => {
    await open([])
    await openAnalyseDialog('list')
    const shown = await dialog()
    const show = (source: keyof typeof addWords.sources) =>
      fireEvent.click(shown.getByRole('radio', { name: addWords.sources[source] }))
    const type = async (label: string, value: string) => {
      const input = await shown.findByLabelText<HTMLInputElement>(label)
      fireEvent.change(input, { target: { value } })
      return input
    }
    const list = await type(addWords.urls, 'a.example\nb.example')
    show('crawl')
    const crawl = await type(labelOf(CrawlDraft, 'crawl'), 'shop.example')
    const pages = await type(labelOf(CrawlDraft, 'max_pages'), '7')
    show('sitemap')
    const sitemap = await type(labelOf(SitemapDraft, 'sitemap'), 'shop.example/map.xml')
    show('crawl')
    expect([crawl, pages].map((input) => [input.value, input.isConnected, input.closest('[hidden]')])).toEqual([
      ['shop.example', true, null],
      ['7', true, null],
    ])
    show('list')
    expect([list.value, list.closest('[hidden]'), sitemap.value]).toEqual([
      'a.example\nb.example',
      null,
      'shop.example/map.xml',
    ])
    expect(sitemap.closest('[hidden]')).not.toBeNull()
  })

  it('that crawls takes its limits, and its form says beside its fields what is wrong', async () => {
    const { origin, pages, service } = await open([])
    const links = Array.from({ length: 4 }, (_, at) => `<a href="/${at}">Page ${at}</a>`).join(' ')
    for (const path of ['/', '/0', '/1', '/2', '/3']) pages[path] = `${smallPage}${links}`
    await openAnalyseDialog('crawl')
    const shown = await dialog()
    const fill = (name: 'crawl' | 'max_pages' | 'exclude', value: string) =>
      fireEvent.change(shown.getByLabelText(labelOf(CrawlDraft, name)), { target: { value } })
    await press(addWords.startCrawl)
    await shown.findByText(messageOf(CrawlDraft, { field: 'crawl', code: 'required' }))
    fill('crawl', `${origin}/`)
    fill('max_pages', '60000')
    await press(addWords.startCrawl)
    await shown.findByText('Enter a whole number from 1 to 50,000.')
    expect(shown.getByLabelText(labelOf(CrawlDraft, 'max_pages')).getAttribute('aria-invalid')).toBe('true')
    fill('max_pages', '3')
    fill('exclude', '/0')
    await press(addWords.startCrawl)
    const shownTray = await tray()
    await shownTray.findByText('3 pages')
    const view = shownTray.getByRole('link', { name: trayWords.viewCrawl })
    const [job] = (await service.call('GET /api/v1/jobs')).body.data
    expect(view.getAttribute('href')).toBe(paths.crawl(job.results.website_id, job.id))
    expect((await service.call('GET /api/v1/reports?search=/0')).body.meta.total).toBe(0)
  })
})
