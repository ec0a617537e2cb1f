import type { ServerResponse } from 'node:http'
import { type Reaction, send } from './mock-server.ts'
import { htmlPage, type Reply } from './variant.ts'

/** Resets the connection before the first byte of a response. */
export const reset =
  (): Reaction =>
  ({ request }) =>
    void request.socket.resetAndDestroy()

/** Never responds and leaves the connection open. */
export const silence = (): Reaction => () => {}

/** Sends the given status. `body` is sent as JSON unless it is a string. */
export const status =
  (
    code: number,
    { body, type, headers }: { body?: unknown; type?: string; headers?: Record<string, string> } = {},
  ): Reaction =>
  ({ response }) =>
    send(response, {
      status: code,
      ...(typeof body === 'string' ? { text: body } : { body }),
      headers: { ...(type && { 'content-type': type }), ...headers },
    })

/** Sends an HTML page where JSON is expected. */
export const html = (code: number, title = 'Something about this server'): Reaction =>
  status(code, { body: htmlPage(title), type: 'text/html; charset=utf-8' })

/** Redirects to a login page, which is HTML with status 200. */
export const redirectToLogin = (): Reaction => status(302, { headers: { location: '/login' } })

/** Sends only the first half of the JSON, with a matching length, and ends the connection cleanly. */
export const truncated =
  (): Reaction =>
  ({ response, perform }) => {
    const { status: code, body, headers = {} } = perform()
    const whole = JSON.stringify(body)
    send(response, { status: code, text: whole.slice(0, whole.length / 2), headers })
  }

/** Sends the status with an empty body. */
export const empty = (code = 200): Reaction => status(code, { type: 'application/json' })

export const noContent = (): Reaction => status(204)

/** Sends valid JSON with the wrong content type. */
export const wrongType =
  (type = 'text/plain'): Reaction =>
  ({ response, perform }) => {
    const reply = perform()
    send(response, { ...reply, headers: { ...reply.headers, 'content-type': type } })
  }

/** Performs the operation, then fails with `fault` instead of responding. */
export const performThen =
  (fault: Reaction): Reaction =>
  (exchange) => {
    exchange.perform()
    return fault(exchange)
  }

/** Performs the operation, then breaks the connection in the middle of the response. */
export const performThenCut =
  (): Reaction =>
  ({ request, response, perform }) =>
    sendHalf(perform(), response, () => request.socket.resetAndDestroy())

function sendHalf({ status: code, body, headers = {} }: Reply, response: ServerResponse, onSent: () => void) {
  const whole = JSON.stringify(body)
  response.writeHead(code, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(whole),
    ...headers,
  })
  response.write(whole.slice(0, whole.length / 2), onSent)
}

/** Responds normally once `signal` resolves. */
export const delayUntil =
  (signal: Promise<unknown>): Reaction =>
  async ({ respond }) => {
    await signal
    await respond()
  }
