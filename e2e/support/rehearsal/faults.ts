import type { ServerResponse } from 'node:http'
import { htmlPage, type Reply } from './dialect.ts'
import { type Act, send } from './rehearsal.ts'

/** The connection is reset before a byte of an answer. */
export const reset =
  (): Act =>
  ({ request }) =>
    void request.socket.resetAndDestroy()

/** No answer, and no end of it either. */
export const silence = (): Act => () => {}

/** An answer of one's own: `body` is sent as JSON unless it is a string. */
export const status =
  (
    code: number,
    { body, type, headers }: { body?: unknown; type?: string; headers?: Record<string, string> } = {},
  ): Act =>
  ({ response }) =>
    send(response, {
      status: code,
      ...(typeof body === 'string' ? { text: body } : { body }),
      headers: { ...(type && { 'content-type': type }), ...headers },
    })

/** A page for people where JSON was asked for. */
export const html = (code: number, title = 'Something about this server'): Act =>
  status(code, { body: htmlPage(title), type: 'text/html; charset=utf-8' })

/** To a login page, which is HTML and 200 once followed. */
export const redirectToLogin = (): Act => status(302, { headers: { location: '/login' } })

/** The answer, cut in the middle of its JSON, though the connection ends as it should. */
export const truncated =
  (): Act =>
  ({ response, work }) => {
    const { status: code, body, headers = {} } = work()
    const whole = JSON.stringify(body)
    send(response, { status: code, text: whole.slice(0, whole.length / 2), headers })
  }

/** The status of the answer, and nothing else of it. */
export const empty = (code = 200): Act => status(code, { type: 'application/json' })

export const noContent = (): Act => status(204)

/** Right JSON under a wrong name. */
export const wrongType =
  (type = 'text/plain'): Act =>
  ({ response, work }) => {
    const reply = work()
    send(response, { ...reply, headers: { ...reply.headers, 'content-type': type } })
  }

/** Does what was asked, then fails to tell of it. */
export const afterWork =
  (fault: Act): Act =>
  (exchange) => {
    exchange.work()
    return fault(exchange)
  }

/** Does what was asked, and the connection breaks in the middle of the answer. */
export const cutAnswer =
  (): Act =>
  ({ request, response, work }) =>
    cut(work(), response, () => request.socket.resetAndDestroy())

function cut({ status: code, body, headers = {} }: Reply, response: ServerResponse, end: () => void) {
  const whole = JSON.stringify(body)
  response.writeHead(code, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(whole),
    ...headers,
  })
  response.write(whole.slice(0, whole.length / 2), end)
}

/** Answers as it should, once `signal` resolves. */
export const heldUntil =
  (signal: Promise<unknown>): Act =>
  async ({ goOn }) => {
    await signal
    await goOn()
  }
