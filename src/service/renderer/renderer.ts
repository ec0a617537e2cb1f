import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { RenderCode } from '#contract/reports/rendering.ts'
import { createLookup } from '#service/fetcher/connection/lookup.ts'
import type { SessionOptions } from '#service/fetcher/fetch-session.ts'
import { createPlaces } from '#service/fetcher/requests/places.ts'
import { orAborted } from '#service/fetcher/timing.ts'
import { type FromProgram, readMessage, type Setup, type ToProgram } from './messages.ts'
import { createPageFetches } from './page-fetches.ts'
import { endProcesses } from './process-watch.ts'
import { type RenderTimes, renderTimes } from './render-page.ts'
import { NotRendered, type RenderedPage, type RenderRequest, sandboxWords } from './rendered-page.ts'
import { createRobotsFiles, type RobotsFilesOf } from './robots-files.ts'
import { createWorkspace, removeLeftFolders } from './workspace.ts'

const program = fileURLToPath(new URL('program.ts', import.meta.url))

/** The reasons why nothing can be rendered. */
export const words = { missing: 'This server has no Chromium.' }

/** Returns the reason why nothing can be rendered as a code. */
export const codeOfProblem = (problem: string): RenderCode =>
  problem === words.missing
    ? 'no_browser'
    : problem === sandboxWords.missing || problem === sandboxWords.off
      ? 'no_sandbox'
      : 'browser_failed'

/** A browser is replaced after this number of pages. */
const maxPages = 50
/** Pages that wait for a browser. */
const maxWaiting = 1_000
/** Times in milliseconds: to start a browser, and to end a page after its time. */
const startMs = 25_000
const graceMs = 5_000
/** A browser that nobody needs is closed after this time in milliseconds. */
const idleMs = 60_000
/** Longest time in milliseconds that closing waits for processes to end. */
const closeMs = 10_000
/** A browser that didn't start is tried again after this time in milliseconds. */
const retryMs = 5 * 60_000
/** Writable memory of one process in KiB, enforced by the system. The stacks of its threads count with 8 MB each. */
const maxDataKb = 1_800_000

export type RendererOptions = Pick<SessionOptions, 'allowHosts' | 'hostPaces'> & {
  /** The path of the browser; undefined if there is none. */
  chromium: string | undefined
  withoutSandbox: boolean
  nameServers?: string[]
  /** The port of the service itself. On the allow list, it is for its own pages alone. */
  servicePort?: number
  times?: RenderTimes
  /** Browsers at once. */
  browsers?: number
  onProblem?: (what: string, detail: string) => void
}

export type Renderer = {
  /** The reason why no page can be rendered, or null. Starts a browser to find out, and a failed one again later. */
  problem(): Promise<string | null>
  /** @throws NotRendered, or the signal's reason */
  render(request: RenderRequest, requester?: string, signal?: AbortSignal): Promise<RenderedPage>
  close(): Promise<void>
}

/**
 * Renders pages in browsers, each with a profile and a controlling program of its own. One that fails is killed and
 * replaced. Requesters take turns.
 */
export function createRenderer({ browsers = 1, ...options }: RendererOptions): Renderer {
  void removeLeftFolders()
  const places = createPlaces(browsers, { isShared: false })
  const pool = new BrowserPool({ ...options, robots: createRobotsFiles() })
  let waiting = 0
  let problem: Promise<string | null> | undefined

  async function renderNow(request: RenderRequest, requester: string, signal: AbortSignal | undefined) {
    const browser = await pool.take()
    try {
      const rendered = browser.render(request, requester)
      return await (signal ? orAborted(rendered, signal) : rendered)
    } finally {
      // After an abort, the page is still open, so the browser ends.
      pool.putBack(browser)
    }
  }

  const findProblem = async () => {
    if (options.chromium === undefined) return words.missing
    try {
      await places.run('', undefined, async () => pool.putBack(await pool.take()))
      return null
    } catch (error) {
      return error instanceof NotRendered ? error.detail : String(error)
    }
  }

  return {
    problem() {
      problem ??= findProblem().then((reason) => {
        if (reason !== null && options.chromium !== undefined) {
          options.onProblem?.('no page can be rendered', reason)
          setTimeout(() => (problem = undefined), retryMs).unref()
        }
        return reason
      })
      return problem
    },
    async render(request, requester = '', signal) {
      if (waiting >= maxWaiting) throw new NotRendered('busy')
      waiting += 1
      try {
        return await places.run(requester, signal, () => renderNow(request, requester, signal))
      } finally {
        waiting -= 1
      }
    },
    close: () => pool.close(),
  }
}

type ProgramOptions = Omit<RendererOptions, 'browsers'> & { robots: RobotsFilesOf }

/** The running programs. Those that have no page wait for the next one. */
class BrowserPool {
  readonly #options: ProgramOptions
  readonly #idle: BrowserProgram[] = []
  readonly #running = new Set<BrowserProgram>()
  #isClosed = false

  constructor(options: ProgramOptions) {
    this.#options = options
  }

  /** Returns a waiting program, or starts one. */
  async take(): Promise<BrowserProgram> {
    if (this.#isClosed) throw new NotRendered('unavailable', 'The service is shutting down.')
    for (let known = this.#idle.pop(); known; known = this.#idle.pop()) if (!known.isEnded) return known
    try {
      const started = new BrowserProgram(this.#options, () => {
        this.#running.delete(started)
        if (this.#idle.includes(started)) this.#idle.splice(this.#idle.indexOf(started), 1)
      })
      this.#running.add(started)
      await started.ready
      return started
    } catch (error) {
      // Such as no folder, no user or no process.
      throw error instanceof NotRendered ? error : new NotRendered('unavailable', String(error))
    }
  }

  /** Keeps a program for the next page for a time, or ends it. */
  putBack(browser: BrowserProgram) {
    if (this.#isClosed || browser.pages >= maxPages || browser.needsRestart) browser.end()
    else if (!browser.isEnded) {
      this.#idle.push(browser)
      browser.endAfter(idleMs)
    }
  }

  async close() {
    this.#isClosed = true
    const ended = Promise.all([...this.#running].map((browser) => browser.end()))
    await orAborted(ended, AbortSignal.timeout(closeMs)).catch(() => {})
  }
}

type Waiter = { resolve: (message: FromProgram) => void; reject: (error: NotRendered) => void }

/** A running program with its browser. */
class BrowserProgram {
  readonly ready: Promise<void>
  pages = 0
  needsRestart = false
  isEnded = false
  private readonly child: ChildProcess
  private readonly times: RenderTimes
  private readonly exited: Promise<void>
  /** Leads the session of all processes of the browser. */
  private browserPid: number | null = null
  private readonly fetchOptions: Omit<Parameters<typeof createPageFetches>[1], 'identity' | 'shareFile'>
  /** Of the page that is rendered. */
  private fetches: ReturnType<typeof createPageFetches> | null = null
  private waiter: Waiter | null = null
  private idleTimer: NodeJS.Timeout | undefined
  private output = ''

  constructor(
    {
      chromium,
      withoutSandbox,
      allowHosts,
      hostPaces = new Map(),
      nameServers = [],
      servicePort,
      robots,
      ...options
    }: ProgramOptions,
    onEnd: () => void,
  ) {
    if (chromium === undefined) throw new NotRendered('unavailable', words.missing)
    this.times = options.times ?? renderTimes
    this.fetchOptions = { allowHosts, hostPaces, servicePort, robots, lookup: createLookup(nameServers) }
    const { uid, folder, remove } = createWorkspace()
    const node = [process.execPath, '--max-old-space-size=256', program]
    const [command = '', ...args] = existsSync('/bin/sh')
      ? ['/bin/sh', '-c', `ulimit -c 0; ulimit -d ${maxDataKb}; exec "$@"`, 'sh', ...node]
      : node
    try {
      this.child = spawn(command, args, {
        // The browser has none of the service's secrets.
        env: { PATH: process.env.PATH, HOME: folder, TMPDIR: folder, LANG: 'C.UTF-8' },
        cwd: folder,
        stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
        serialization: 'advanced',
      })
    } catch (error) {
      remove()
      throw error
    }
    this.child.stderr?.on('data', (data: Buffer) => (this.output = `${this.output}${data.toString()}`.slice(-2_000)))
    this.child.on('error', () => this.end())
    this.child.on('message', (message) => this.receive(message))
    this.exited = new Promise((resolve) => {
      this.child.once('close', () => {
        this.isEnded = true
        clearTimeout(this.idleTimer)
        void endProcesses({ session: this.browserPid, uid, folder }).then((left) => {
          if (left.length > 0) options.onProblem?.('processes of a browser are left', left.join(', '))
          remove()
          resolve()
        })
        if (this.waiter) options.onProblem?.('a browser ended', this.output)
        this.waiter?.reject(
          new NotRendered(/heap out of memory/.test(this.output) ? 'too_heavy' : 'crashed', this.output),
        )
        onEnd()
      })
    })
    const setup: Setup = { executablePath: chromium, withoutSandbox, uid, times: this.times }
    this.ready = this.ask({ setup }, startMs).then((message) => {
      if ('ready' in message) this.browserPid = message.ready.pid
      else {
        void this.end()
        throw new NotRendered('unavailable', 'unavailable' in message ? message.unavailable : 'Chromium has failed.')
      }
    })
  }

  async render({ identity, shareFile, ...request }: RenderRequest, requester: string): Promise<RenderedPage> {
    clearTimeout(this.idleTimer)
    this.pages += 1
    // Until the response, so that a program that doesn't respond is replaced.
    this.needsRestart = true
    const fetches = createPageFetches(new URL(request.url), {
      ...this.fetchOptions,
      identity,
      shareFile,
      requester,
    })
    this.fetches = fetches
    const { allowHosts } = fetches
    const scope = identity && { domain: identity.domain, hosts: identity.hosts, allowsHttp: identity.allowsHttp }
    const render = { ...request, scope, allowHosts }
    const message = await this.ask({ render }, this.times.all + graceMs).finally(() => {
      this.fetches = null
      fetches.close()
    })
    if ('rendered' in message) {
      this.needsRestart = false
      return message.rendered
    }
    if (!('failed' in message)) throw new NotRendered('crashed', 'The program sent something else.')
    this.needsRestart = message.needsRestart
    throw new NotRendered(message.failed.code, message.failed.detail)
  }

  endAfter(ms: number) {
    clearTimeout(this.idleTimer)
    this.idleTimer = setTimeout(() => this.end(), ms).unref()
  }

  end(): Promise<void> {
    this.isEnded = true
    this.child.kill('SIGKILL')
    return this.exited
  }

  private ask(message: ToProgram, ms: number): Promise<FromProgram> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(new NotRendered('unresponsive', 'program'))
        void this.end()
      }, ms)
      const settle = () => {
        clearTimeout(timer)
        this.waiter = null
      }
      this.waiter = {
        resolve: (response) => {
          settle()
          resolve(response)
        },
        reject: (error) => {
          settle()
          reject(error)
        },
      }
      this.send(message)
    })
  }

  private send(message: ToProgram) {
    this.child.send(message, (error) => error && this.waiter?.reject(new NotRendered('crashed', String(error))))
  }

  private receive(message: unknown) {
    const read = readMessage(message)
    if (!read) void this.end()
    else if ('fetch' in read) {
      const { id, request } = read.fetch
      const answer = this.fetches?.answer(request)
      void this.reply(answer, (answer) => ({ fetched: { id, answer } }))
    } else if ('robots' in read) {
      const { id, url, reachesAllowed } = read.robots
      const answer = this.fetches?.readRobots(url, reachesAllowed)
      void this.reply(answer, (answer) => ({ robots: { id, answer } }))
    } else this.waiter?.resolve(read)
  }

  private async reply<T>(answer: Promise<T> | undefined, messageOf: (answer: T | null) => ToProgram) {
    const message = messageOf((await answer?.catch(() => null)) ?? null)
    if (this.child.connected) this.child.send(message, () => {})
  }
}
