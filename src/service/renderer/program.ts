import { rmSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import type { RobotsFile } from '#analyser/fetched-page.ts'
import { launchBrowser, NoSandbox } from './browser.ts'
import { type FromProgram, RequestMessage, type Setup, type ToProgram } from './messages.ts'
import type { PageAnswer } from './page-fetches.ts'
import { endProcesses, usagesBelow, watchProcesses } from './process-watch.ts'
import { type RenderDeps, renderPage } from './render-page.ts'
import { NotRendered, type PageToRender } from './rendered-page.ts'

// The program that controls one browser and renders one page at a time. It is apart from the service, because a page
// can send its browser's controller as many and as large messages as it likes. `renderer.ts` starts and ends it.

const megabyte = 1024 * 1024
const memory = { maxBytes: 600 * megabyte, maxAllBytes: 1_200 * megabyte, maxProcesses: 40 }

/** Follows the form of Googlebot smartphone, with our own name, so that scripts serve the same to it. */
const userAgentOf = (version: string) =>
  `Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version.split('.')[0]}.0.0.0 Mobile Safari/537.36 (compatible; SEO-Reports/0.1; page analysis on request)`

/** Leads the session of all processes of the browser. */
let pidOfBrowser: number | null = null

const send = (message: FromProgram) => void process.send?.(message)

/** Gives up the rights of the administrator for good, also those of the browser. */
function becomeUser(uid: number) {
  process.setgroups?.([])
  process.setgid?.(uid)
  process.setuid?.(uid)
  if (process.getuid?.() !== uid || process.geteuid?.() !== uid) throw new Error('The user was not changed.')
}

async function start({ executablePath, withoutSandbox, uid, times }: Setup) {
  try {
    if (uid !== null) becomeUser(uid)
    const browser = await launchBrowser(executablePath, withoutSandbox)
    const watch = watchProcesses(process.pid, memory)
    browser.once('disconnected', watch.stop)
    const deps = {
      times,
      userAgent: userAgentOf(browser.version()),
      fetch,
      robots,
      wasTooHeavy: watch.hasKilled,
    }
    pidOfBrowser = browserPid()
    send({ ready: { pid: pidOfBrowser } })
    return { browser, deps }
  } catch (error) {
    const text = error instanceof NoSandbox ? error.message : `Chromium didn't start: ${String(error)}`
    send({ unavailable: text.slice(0, 2_000) })
    return null
  }
}

/** The only process that this one starts. */
const browserPid = () => (process.platform === 'linux' ? (usagesBelow(process.pid)[0]?.pid ?? null) : null)

async function render(browser: Browser, deps: RenderDeps, request: PageToRender) {
  try {
    send({ rendered: await renderPage(browser, request, deps) })
  } catch (error) {
    const { code, detail } = error instanceof NotRendered ? error : { code: 'crashed' as const, detail: String(error) }
    send({ failed: { code, detail: detail.slice(0, 2_000) }, needsRestart: !isSound(code) || !browser.isConnected() })
  }
}

/** After these failures, the browser is as good as before. */
const isSound = (code: NotRendered['code']) =>
  ['unreachable', 'redirect_unreachable', 'redirect_loop', 'not_html'].includes(code)

/** What the service is asked for. */
const fetching = new Map<number, (answer: PageAnswer | null) => void>()
const reading = new Map<number, (file: RobotsFile | null) => void>()
let lastId = 0

const fetch: RenderDeps['fetch'] = (request) =>
  new Promise((resolve) => {
    if (!RequestMessage.safeParse(request).success) return resolve(null)
    const id = ++lastId
    fetching.set(id, resolve)
    send({ fetch: { id, request } })
  })

const robots: RenderDeps['robots'] = ({ href }, reachesAllowed) =>
  new Promise((resolve) => {
    const id = ++lastId
    reading.set(id, resolve)
    send({ robots: { id, url: href, reachesAllowed } })
  })

function settle<T>(waiting: Map<number, (answer: T) => void>, { id, answer }: { id: number; answer: T }) {
  waiting.get(id)?.(answer)
  waiting.delete(id)
}

let started: ReturnType<typeof start> | undefined

process.on('message', (message: ToProgram) => {
  if ('setup' in message) started = start(message.setup)
  else if ('fetched' in message) settle(fetching, message.fetched)
  else if ('robots' in message) settle(reading, message.robots)
  else
    void started?.then((running) => {
      if (running) void render(running.browser, running.deps, message.render)
    })
})
// The service was killed. The browser ends with its pipe, unless it hangs.
process.once('disconnect', () => {
  const folder = process.cwd()
  const stay = setInterval(() => {}, 1_000)
  void endProcesses({ session: pidOfBrowser, uid: null, folder }).then(() => {
    clearInterval(stay)
    rmSync(folder, { recursive: true, force: true })
    process.exit()
  })
})
