import { rmSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import { createLookup } from '#service/fetcher/connection/lookup.ts'
import { defaultFetchLimits } from '#service/fetcher/limits.ts'
import { launchBrowser, NoSandbox } from './browser.ts'
import { type FromProgram, RequestMessage, type Setup, type ToProgram } from './messages.ts'
import type { TakeTurn } from './page-traffic.ts'
import { usagesBelow, watchProcesses } from './process-watch.ts'
import { type RenderDeps, renderPage } from './render-page.ts'
import { type FetchedForPage, type FetchForPage, NotRendered, type PageToRender } from './rendered-page.ts'
import { createRobotsFiles } from './robots-files.ts'

// The program that controls one browser and renders one page at a time. It is apart from the service, because a page
// can send its browser's controller as many and as large messages as it likes. `renderer.ts` starts and ends it.

const megabyte = 1024 * 1024
const memory = { maxBytes: 600 * megabyte, maxAllBytes: 1_200 * megabyte, maxProcesses: 40 }

/** Follows the form of Googlebot smartphone, with our own name, so that scripts serve the same to it. */
const userAgentOf = (version: string) =>
  `Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version.split('.')[0]}.0.0.0 Mobile Safari/537.36 (compatible; SEO-Reports/0.1; page analysis on request)`

const send = (message: FromProgram) => void process.send?.(message)

const turns = new Map<number, () => void>()
let lastTurn = 0

/** The limits of hosts are kept by the service, for all that it requests. */
const takeTurn: TakeTurn = (url) => {
  const id = ++lastTurn
  const { promise, resolve } = Promise.withResolvers<void>()
  turns.set(id, resolve)
  send({ waits: { id, url } })
  return promise.then(() => (status, ms) => send({ ended: { id, status, ms } }))
}

/** Gives up the rights of the administrator for good, also those of the browser. */
function becomeUser(uid: number) {
  process.setgroups?.([])
  process.setgid?.(uid)
  process.setuid?.(uid)
  if (process.getuid?.() !== uid || process.geteuid?.() !== uid) throw new Error('The user was not changed.')
}

async function start({ executablePath, withoutSandbox, uid, allowHosts, nameServers, servicePort, times }: Setup) {
  try {
    if (uid !== null) becomeUser(uid)
    const browser = await launchBrowser(executablePath, withoutSandbox)
    const allowed = new Set(allowHosts)
    const watch = watchProcesses(process.pid, memory)
    browser.once('disconnected', watch.stop)
    const deps = {
      times,
      allowHosts: allowed,
      servicePort,
      lookup: createLookup(nameServers),
      limits: defaultFetchLimits,
      robots: createRobotsFiles({ allowHosts: allowed, lookup: createLookup(nameServers) }),
      userAgent: userAgentOf(browser.version()),
      fetch: fetchByService,
      wasTooHeavy: watch.hasKilled,
      takeTurn,
    }
    send({ ready: { pid: browserPid() } })
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

/** The requests that the service fetches. */
const fetching = new Map<number, (response: FetchedForPage | null) => void>()
let fetches = 0

const fetchByService: FetchForPage = (request) =>
  new Promise((resolve) => {
    if (!RequestMessage.safeParse(request).success) return resolve(null)
    fetches += 1
    fetching.set(fetches, resolve)
    send({ fetch: { id: fetches, ...request } })
  })

let started: ReturnType<typeof start> | undefined

process.on('message', (message: ToProgram) => {
  if ('setup' in message) started = start(message.setup)
  else if ('turn' in message) {
    turns.get(message.turn)?.()
    turns.delete(message.turn)
  } else if ('fetched' in message) {
    const { id, response } = message.fetched
    fetching.get(id)?.(response)
    fetching.delete(id)
  } else
    void started?.then((running) => {
      if (running) void render(running.browser, running.deps, message.render)
    })
})
// The service was killed. The browser ends with its pipe, and its folder is all that is left.
process.once('disconnect', () => {
  rmSync(process.cwd(), { recursive: true, force: true })
  process.exit()
})
