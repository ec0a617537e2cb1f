import { type Reaction, send } from './mock-server.ts'

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

/** Redirects to a login page, which is HTML with status 200. */
export const redirectToLogin = () => status(302, { headers: { location: '/login' } })

/** Sends only the first half of the JSON, with a matching length, and ends the connection cleanly. */
export const truncated =
  (): Reaction =>
  ({ response, perform }) => {
    const { body, ...reply } = perform()
    const whole = JSON.stringify(body)
    send(response, { ...reply, text: whole.slice(0, whole.length / 2) })
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
