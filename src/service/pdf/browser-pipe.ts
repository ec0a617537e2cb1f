import { spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'

/** The browser did not start, ended, was stopped or rejected a command. */
export class BrowserFailed extends Error {
  override name = 'BrowserFailed'
}

type Reply = { id?: number; result?: unknown; error?: { message: string } }

export type Browser = {
  /** Sends a command of the Chrome DevTools Protocol, to a page if `sessionId` names one. */
  send<Result>(method: string, params?: object, sessionId?: string): Promise<Result>
  /** Ends the browser. All commands without a reply fail. */
  stop(): void
}

/**
 * Starts a Chromium and controls it through a pipe, which no other program can reach: messages in JSON that end with a
 * NUL. It is stopped when `signal` aborts.
 */
export function startBrowser(program: string, options: readonly string[], signal: AbortSignal): Browser {
  const stdio = ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] as const
  const child = spawn(program, [...options, '--remote-debugging-pipe'], { stdio: [...stdio], detached: true })
  const [input, output] = child.stdio.slice(3) as [Writable, Readable]
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let failure: BrowserFailed | null = null
  let count = 0

  const fail = (text: string) => {
    failure ??= new BrowserFailed(text)
    for (const { reject } of waiting.values()) reject(failure)
    waiting.clear()
  }
  const stop = () => {
    fail('Chromium was stopped.')
    try {
      // The whole group, because Chromium starts processes of its own.
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    } catch {
      // The browser has just ended.
    }
  }
  const receive = (text: string) => {
    const { id, result, error } = JSON.parse(text) as Reply
    const command = id === undefined ? undefined : waiting.get(id)
    if (id === undefined || !command) return
    waiting.delete(id)
    if (error) command.reject(new BrowserFailed(error.message))
    else command.resolve(result)
  }

  let parts: string[] = []
  output.setEncoding('utf8').on('data', (chunk: string) => {
    const [rest = '', ...more] = chunk.split('\0')
    parts.push(rest)
    for (const next of more) {
      receive(parts.join(''))
      parts = [next]
    }
  })
  // A browser that ends breaks the pipe. Its exit is what is reported.
  input.on('error', () => {})
  output.on('error', () => {})
  child.once('error', (error) => fail(error.message))
  child.once('exit', (code) => fail(`Chromium ended with ${code ?? 'a signal'}.`))
  const abort = () => {
    fail(signal.reason instanceof Error ? signal.reason.message : 'Chromium was stopped.')
    stop()
  }
  signal.addEventListener('abort', abort, { once: true })
  if (signal.aborted) abort()

  return {
    stop() {
      signal.removeEventListener('abort', abort)
      stop()
    },
    send<Result>(method: string, params: object = {}, sessionId?: string) {
      if (failure) return Promise.reject(failure)
      const command = Promise.withResolvers<unknown>()
      count += 1
      waiting.set(count, command)
      input.write(`${JSON.stringify({ id: count, method, params, sessionId })}\0`)
      return command.promise as Promise<Result>
    },
  }
}
