import type { BrowserContext, Frame, Page, Request } from 'playwright-core'
import type { FailedRequest } from '#contract/reports/rendering.ts'

type RunningRequest = Pick<FailedRequest, 'url' | 'type'>

/** Types of requests for which a page needn't wait. */
const endless = new Set(['media', 'ping', 'cspviolationreport', 'manifest'])

/** Returns whether a request can stay open while a page is idle, or doesn't change the page. */
export const isEndless = (type: string, accept: string | undefined) =>
  endless.has(type.toLowerCase()) || accept === 'text/event-stream'

/**
 * What a page is doing: the requests that the service fetches for it, and those that the page itself still waits for.
 * On a busy machine the page begins one before it arrives here, and has its response after it was given.
 */
export class PageActivity {
  /** The requests that are being fetched. */
  readonly running = new Set<RunningRequest>()
  /** How often a request began or ended. */
  changes = 0
  private readonly unanswered = new Set<Request>()
  private last = performance.now()
  private isLoading = true

  constructor(context: BrowserContext, page: Page) {
    const answered = (request: Request) => {
      if (this.unanswered.delete(request)) this.change()
    }
    context.on('request', (request) => {
      if (!frameOf(request) || isEndless(request.resourceType(), request.headers().accept)) return
      this.unanswered.add(request)
      this.change()
    })
    context.on('response', (response) => answered(response.request()))
    context.on('requestfinished', answered)
    context.on('requestfailed', (request) => {
      answered(request)
      if (request.isNavigationRequest() && frameOf(request) === page.mainFrame()) this.isLoading = false
    })
    // Requests of a worker that is terminated end without an event.
    page.on('worker', (worker) => worker.once('close', () => this.unanswered.clear()))
    page.on('domcontentloaded', () => {
      this.isLoading = false
      this.change()
    })
  }

  /** A document is requested, which is not there before it is loaded. */
  load() {
    this.isLoading = true
  }

  begin(request: RunningRequest) {
    this.running.add(request)
    this.change()
  }

  end(request: RunningRequest) {
    if (this.running.delete(request)) this.change()
  }

  /** True while a request runs, or the document loads. */
  isWaiting(): boolean {
    return this.isLoading || this.running.size > 0 || this.unanswered.size > 0
  }

  /** Time in milliseconds since the last request began or ended; 0 while the page is waiting. */
  idleMs(): number {
    return this.isWaiting() ? 0 : performance.now() - this.last
  }

  private change() {
    this.changes += 1
    this.last = performance.now()
  }
}

/** Returns the frame of a request, or null if it has none yet. */
function frameOf(request: Request): Frame | null {
  try {
    return request.frame()
  } catch {
    return null
  }
}
