import { failureOf, type Failure, GaveUp } from './failure.ts'

/** As the dashboard does, more than this is not read. */
const largestAnswer = 32 * 1024 * 1024
const silencesTaken = 3

export type Answer = {
  ok: true
  status: number
  headers: Headers
  type: string
  text: string
  json: unknown
  ms: number
}
export type Reply = Answer | Failure

export type Asking = {
  search?: Record<string, string | number>
  /** Sent form-encoded. */
  form?: Record<string, string>
  /** Another than the given one, or none. */
  key?: string | null
  /** True unless said otherwise: sent is then `Accept: application/json`. */
  accept?: boolean
  headers?: Record<string, string>
  timeoutMs?: number
  signal?: AbortSignal | undefined
}

export type Ask = (method: string, path: string, asking?: Asking) => Promise<Reply>

type Server = { base: string; key: string; timeoutMs: number; signal?: AbortSignal | undefined }

/** What asks a server. Nothing is asked twice, and a server that keeps silent three times in a row is given up with a GaveUp. */
export function createAsk({ base, key, timeoutMs, signal: stop }: Server): Ask {
  let silences = 0
  return async (method, path, asking = {}) => {
    const { signal = stop } = asking
    signal?.throwIfAborted()
    const reply = await askOnce(`${base}/api/v1${path}${searchOf(asking.search)}`, method, {
      key,
      timeoutMs,
      ...asking,
      signal,
    })
    silences = !reply.ok && reply.kind === 'silent' ? silences + 1 : 0
    if (silences >= silencesTaken) throw new GaveUp(`The server kept silent ${silences} times in a row.`)
    return reply
  }
}

async function askOnce(
  url: string,
  method: string,
  { key, form, accept = method !== 'DELETE', headers, timeoutMs = 0, signal }: Asking,
): Promise<Reply> {
  const begun = performance.now()
  const late = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(url, {
      method,
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, late]) : late,
      headers: {
        ...(key && { authorization: `Bearer ${key}` }),
        ...(accept && { accept: 'application/json' }),
        ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
        ...headers,
      },
      ...(form && { body: new URLSearchParams(form) }),
    })
    const text = await readBody(response)
    const type = response.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
    return {
      ok: true,
      status: response.status,
      headers: response.headers,
      type,
      text,
      json: parsed(text),
      ms: Math.round(performance.now() - begun),
    }
  } catch (error) {
    signal?.throwIfAborted()
    return failureOf(error, { late: late.aborted, timeoutMs })
  }
}

/** As it comes, so that what has no end is given up in time. */
async function readBody({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += (chunk as Uint8Array).length
    if (size > largestAnswer) throw new RangeError('too large')
    chunks.push(chunk as Uint8Array)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Undefined for what is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function searchOf(search: Asking['search']): string {
  if (!search || Object.keys(search).length === 0) return ''
  return `?${new URLSearchParams(Object.entries(search).map(([name, value]): [string, string] => [name, String(value)]))}`
}
