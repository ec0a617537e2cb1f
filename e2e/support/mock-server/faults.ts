import { type Reaction, send } from './mock-server.ts'
import { htmlPage } from './variant.ts'

/** Resets the connection before the first byte of a response. */
export const reset =
  (): Reaction =>
  ({ request }) =>
    void request.socket.resetAndDestroy()

/** Never responds and leaves the connection open. */
export const silence = (): Reaction => () => {}

type Response = { body?: unknown; type?: string; headers?: Record<string, string> }

/** Sends the given status. `body` is sent as JSON unless it is a string. */
export const status =
  (code: number, { body, type, headers }: Response = {}): Reaction =>
  ({ response }) =>
    send(response, {
      status: code,
      ...(typeof body === 'string' ? { text: body } : { body }),
      headers: { ...(type && { 'content-type': type }), ...headers },
    })

/** Sends an HTML page instead of JSON. */
export const html = (code: number, title = 'Something about this server') =>
  status(code, { body: htmlPage(title), type: 'text/html; charset=utf-8' })

/** Redirects to a login page, which is HTML with status 200. */
export const redirectToLogin = () => status(302, { headers: { location: '/login' } })

/** Sends the status with an empty body. */
export const empty = (code = 200) => status(code, { type: 'application/json' })

/** Sends only the first half of the JSON, with a matching length, and ends the connection cleanly. */
export const truncated =
  (): Reaction =>
  ({ response, perform }) => {
    const { body, ...reply } = perform()
    const whole = JSON.stringify(body)
    send(response, { ...reply, text: whole.slice(0, whole.length / 2) })
  }

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
  ({ request, response, perform }) => {
    const { status: code, body } = perform()
    const whole = JSON.stringify(body)
    response.writeHead(code, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(whole) })
    response.write(whole.slice(0, whole.length / 2), () => request.socket.resetAndDestroy())
  }

/** Responds normally once `signal` resolves. */
export const delayUntil =
  (signal: Promise<unknown>): Reaction =>
  async ({ respond }) => {
    await signal
    respond()
  }
