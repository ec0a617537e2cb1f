import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getDocumentProxy } from 'unpdf'
import { describe, expect, it, onTestFinished } from 'vitest'
import { canMeasure, commandOf, runningProcesses } from '#service/renderer/process-watch.ts'
import { findChromium } from './chromium.ts'
import { layoutOf, NotPrinted, printPdf } from './print-pdf.ts'

/** Serves one page. Returns its URL and the paths of other requests. */
async function serve(html: string) {
  const paths: string[] = []
  const server = createServer((request, response) => {
    if (request.url !== '/') paths.push(request.url ?? '')
    response.setHeader('Content-Type', 'text/html; charset=utf-8')
    response.end(request.url === '/' ? html : '')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, paths }
}

/** The second section begins on the third page. The page reports the numbers that its contents get. */
const report = `<!doctype html><title>Report</title><script>
  addEventListener('DOMContentLoaded', () => setTimeout(() => {
    document.querySelector('article').dataset.clientReport = 'complete'
    new MutationObserver((changes) => changes.forEach(({ target }) => {
      const request = new XMLHttpRequest()
      // Otherwise the browser has ended before it is sent.
      request.open('GET', '/seen' + target.hash.slice(1) + target.dataset.page, false)
      request.send()
    })).observe(document.querySelector('nav'), { subtree: true, attributes: true })
  }, 300))
</script><article>
  <nav><a href="#one">One</a> <a href="#two">Two</a></nav>
  <h1 id="one" style="break-before: page">One</h1><h1 id="two" style="break-before: page">Two</h1>
</article>`

/** A report of 1050 px on pages of 1000 px, which has other heights if it is set more tightly or loosely. */
const shortLastPage = (tight: number, loose: number) => `<!doctype html><title>Short</title><style>
  @page { size: 700px 1000px; margin: 0 } body { margin: 0 } div { height: 1050px }
  [data-fit=tight] div { height: ${tight}px } [data-fit=loose] div { height: ${loose}px }
</style><article data-client-report="complete"><div></div></article>`

const countPages = async (pdf: Buffer) => (await getDocumentProxy(new Uint8Array(pdf))).numPages

const chromium = await findChromium()

describe.skipIf(!chromium)('a printed page', () => {
  it('is printed once its document is complete, with the numbers of the pages in its contents', async () => {
    const { url, paths } = await serve(report)
    const pdf = await printPdf(chromium!, url, new AbortController().signal)
    expect(Object.fromEntries((await layoutOf(pdf)).pages)).toMatchObject({ one: 2, two: 3 })
    expect(paths.filter((path) => path.startsWith('/seen'))).toEqual(['/seenone2', '/seentwo3'])
  })

  it.for([
    ['tightly', 900, 2800, 1],
    ['loosely', 1020, 2800, 3],
  ] as const)('is set more %s if its last page would be almost empty', async ([, tight, loose, pages]) => {
    const { url } = await serve(shortLastPage(tight, loose))
    const pdf = await printPdf(chromium!, url, new AbortController().signal)
    expect(await countPages(pdf)).toBe(pages)
    // The mark of the end isn't in the file.
    expect((await layoutOf(pdf)).filled).toBe(1)
  })

  it('is set as it is if its last page is full, whatever space is below its parts', async () => {
    const { url } = await serve(`<!doctype html><title>Full</title><style>
      @page { size: 700px 1000px; margin: 0 } body { margin: 0 } div { height: 1950px }
      article > a { padding-bottom: 100px; break-inside: avoid } [data-fit=tight] div { height: 800px }
    </style><article data-client-report="complete"><div></div></article>`)
    expect(await countPages(await printPdf(chromium!, url, new AbortController().signal))).toBe(2)
  })

  it('is set as it is if printing takes too long to try anything else', async () => {
    const { url } = await serve(shortLastPage(900, 2800))
    const pdf = await printPdf(chromium!, url, new AbortController().signal, { fittingMs: 0 })
    expect(await countPages(pdf)).toBe(2)
  })

  it('reaches no other host, not even on this machine', async () => {
    const other = await serve('')
    const { url } = await serve(`<!doctype html><title>Report</title><script>
      fetch('${other.url}asked', { mode: 'no-cors' }).catch(() => 'refused').then((result) => {
        document.querySelector('article').dataset.clientReport = result === 'refused' ? 'complete' : 'partial'
      })
    </script><article>Report</article>`)
    const pdf = await printPdf(chromium!, url, new AbortController().signal)
    expect(await countPages(pdf)).toBe(1)
    expect(other.paths).toEqual([])
  })

  it('is refused if it does not become a client report', async () => {
    const { url } = await serve('<!doctype html><title>Failed</title><article data-client-report="partial"></article>')
    await expect(printPdf(chromium!, url, new AbortController().signal, { loadingMs: 100 })).rejects.toThrow(NotPrinted)
  })

  it.runIf(canMeasure)('leaves no process and no folder, whether it is printed, fails or is given up', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'browser-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const file = join(folder, 'chromium')
    // In a session of its own, as a crash handler is.
    const orphan = '(setsid tail -f /dev/null "$HOME/left" > /dev/null 2>&1 3<&- 4>&- &)'
    const start = (command: string) => writeFile(file, `#!/bin/sh\n${orphan}\n${command}\n`, { mode: 0o755 })
    const name = `seo-reports-browser-${process.pid}-`
    const left = async () => [
      ...runningProcesses().filter(({ pid }) => commandOf(pid).includes(name)),
      ...(await readdir(tmpdir())).filter((one) => one.startsWith(name)),
    ]
    const { url } = await serve('<!doctype html><article data-client-report="complete">Report</article>')
    await start(`exec ${chromium} "$@"`)
    await printPdf(file, url, new AbortController().signal)
    expect(await left()).toEqual([])
    const stop = new AbortController()
    const server = createServer(() => stop.abort())
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const hanging = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    await expect(printPdf(file, hanging, stop.signal)).rejects.toThrow(NotPrinted)
    expect(await left()).toEqual([])
    await start('exit 1')
    await expect(printPdf(file, url, new AbortController().signal)).rejects.toThrow(NotPrinted)
    expect(await left()).toEqual([])
  })

  it('is given up when the request is aborted', async () => {
    const { url } = await serve('<!doctype html>')
    const stop = new AbortController()
    const printed = printPdf(chromium!, url, stop.signal)
    stop.abort()
    await expect(printed).rejects.toThrow(NotPrinted)
  })
})
