import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readPage } from '#analyser/run.ts'
import { findChromium } from '#service/pdf/chromium.ts'
import { usagesBelow } from '#service/renderer/process-watch.ts'
import { createRenderer } from '#service/renderer/renderer.ts'
import { fetchedPageOf } from '#testing/pages/fetched-page.ts'
import { serveScriptPages } from '#testing/servers/script-page-servers.ts'
import { measureDecisions } from './script-pages.ts'
import { percentile } from './support/percentile.ts'
import { realisticPage } from './support/realistic-page.ts'

// Measures rendered pages on loopback: each with a stylesheet, two scripts, one of which adds its products, and six
// images. Target: 1.5 pages a second on two cores, 600 MB a process. Beside them the same pages as HTML alone, and the
// decisions about 100 pages, of which all are rendered to know which differ. `--pages 40`: no more than one browser
// renders, whose processor time is counted.
const option = (name: string, initial: number) => {
  const at = process.argv.indexOf(`--${name}`)
  return at < 0 ? initial : Number(process.argv[at + 1])
}
const pages = option('pages', 40)

const chromium = await findChromium()
if (chromium === undefined) {
  console.log('  no Chromium')
  process.exit(1)
}

const addProducts = `fetch('/products').then((one) => one.json()).then((names) => {
  for (const name of names) document.body.insertAdjacentHTML('beforeend', '<article><h2>' + name + '</h2><a href="/p/' + name + '">' + name + '</a></article>')
})`
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const added =
  '<link rel="stylesheet" href="/a.css"><script src="/library.js"></script><script src="/products.js" defer></script>' +
  Array.from({ length: 6 }, (_, at) => `<img src="/${at}.png" width="200" height="100" alt="A picture">`).join('')
const library = `const all = []; for (let i = 0; i < 200000; i++) all.push({ i }); ${'/* a library */'.repeat(10_000)}`

const server = createServer(({ url = '' }, response) => {
  const files: Record<string, [type: string, body: string | Buffer]> = {
    '/a.css': ['text/css', 'body { font-family: sans-serif } article { display: block; margin: 10px }'],
    '/library.js': ['text/javascript', library],
    '/products.js': ['text/javascript', addProducts],
    '/products': ['application/json', JSON.stringify(Array.from({ length: 60 }, (_, at) => `Product ${at}`))],
  }
  if (url === '/robots.txt') return void response.writeHead(404).end()
  const page: [string, string] = ['text/html; charset=utf-8', realisticPage(Number(url.slice(1)) || 1, 200_000) + added]
  const [type, body] = url.endsWith('.png') ? (['image/png', png] as const) : (files[url] ?? page)
  return void response.writeHead(200, { 'content-type': type }).end(body)
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const host = `127.0.0.1:${(server.address() as AddressInfo).port}`

/** Returns the processor time of the processes below this one, and of their ended children, in milliseconds. */
const processorMs = () => usagesBelow(process.pid).reduce((sum, { pid }) => sum + processorMsOf(`/proc/${pid}/stat`), 0)

function processorMsOf(file: string): number {
  let stat = ''
  try {
    stat = readFileSync(file, 'utf8')
  } catch {
    // A process can end at any time.
    return 0
  }
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  // In hundredths of a second, which is a clock tick of Linux.
  return fields.slice(11, 15).reduce((ms, field) => ms + Number(field) * 10, 0)
}

for (const browsers of [1, 2]) {
  const renderer = createRenderer({ chromium, withoutSandbox: false, allowHosts: new Set([host]), browsers })
  const problem = await renderer.problem()
  if (problem !== null) console.log(`  ${problem}`)
  const most = { one: 0, all: 0 }
  const timer = setInterval(() => {
    const bytes = usagesBelow(process.pid).map((usage) => usage.bytes)
    most.one = Math.max(most.one, ...bytes)
    most.all = Math.max(
      most.all,
      bytes.reduce((sum, amount) => sum + amount, 0),
    )
  }, 100)
  const times: number[] = []
  const failures: unknown[] = []
  const start = performance.now()
  const usedBefore = processorMs()
  await Promise.all(
    Array.from({ length: pages }, (_, at) =>
      renderer.render({ url: `http://${host}/${at}`, screenshot: true }).then(
        ({ ms, html }) => {
          times.push(ms)
          if (!html.includes('Product 59')) failures.push('incomplete')
        },
        (error: unknown) => failures.push(error),
      ),
    ),
  )
  const seconds = (performance.now() - start) / 1000
  clearInterval(timer)
  const msPerPage = Math.round((processorMs() - usedBefore) / pages)
  const megabytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`
  console.log(
    `  ${browsers} ${browsers === 1 ? 'browser' : 'browsers'}: ${(pages / seconds).toFixed(2)} pages/s, p50 ${percentile(times, 0.5)} ms, p95 ${percentile(times, 0.95)} ms, ${msPerPage} ms of processor time a page; largest process ${megabytes(most.one)}, all ${megabytes(most.all)}; failed ${failures.length}`,
    ...failures.slice(0, 3),
  )
  await renderer.close()
}
const fetched = fetchedPageOf({ html: realisticPage(1, 200_000) })
const start = performance.now()
for (let page = 0; page < pages; page++) readPage(fetched)
console.log(
  `  the same pages as HTML: ${(pages / ((performance.now() - start) / 1000)).toFixed(0)} pages/s on one core`,
)

server.close()
server.closeAllConnections()

const servers = await serveScriptPages()
const renderer = createRenderer({ chromium, withoutSandbox: false, allowHosts: servers.hosts })
const decided = await measureDecisions(renderer, servers)
await renderer.close()
servers.close()
for (const differs of [true, false]) {
  const of = decided.filter((page) => page.differs === differs)
  const rendered = of.filter(({ render }) => render)
  console.log(
    `  of ${of.length} pages that scripts ${differs ? 'change' : 'leave as they are'}, ${rendered.length} are rendered`,
  )
}
for (const { page, differs } of decided)
  if (differs !== page.differs) console.log(`  ${page.website}${page.path} ${differs ? 'differs' : 'does not differ'}`)
