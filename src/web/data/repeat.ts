import { type ServiceInfo, supports } from '#contract/service-info.ts'
import { ApiError, asApiError } from './api-error.ts'
import { pause } from './concurrency.ts'
import { queryClient } from './query-client.ts'
import { reader } from './reader.ts'
import { watchPerson } from './session.ts'

/** Delays in ms before a write without a response is repeated. */
const pauses = [1000, 2000, 4000]
/** In seconds, for a server that is still working and sends no Retry-After. */
const progressPause = 1

/** Failures after which a repeat may succeed. */
const passing = new Set<ApiError['kind']>(['network', 'timeout', 'server', 'limited', 'unreadable'])

/** The key of the query for the service description, which names the reader's key. */
export const serviceInfoKey = () => [reader(), 'service'] as const

/**
 * True if the server recognises repeats by their `Idempotency-Key`, so that creating requests can be repeated; false
 * until it has described itself.
 */
export const supportsIdempotency = () =>
  supports(queryClient.getQueryData<ServiceInfo>(serviceInfoKey()), 'idempotency')

/**
 * Sends a write, and repeats it while no response arrives or while the server still works on it. For writes that have
 * the same effect if they are done twice, or have an `Idempotency-Key`. If none of the repeats gets a response, the
 * error is `unsure` and `repeatable`.
 */
export async function repeatWrite<T>(send: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  let isLost = false
  for (let repeats = 0; ;) {
    let wait = pauses[repeats] ?? 0
    try {
      return await send()
    } catch (thrown) {
      const error = asApiError(thrown)
      if (error.code === 'in_progress') wait = (error.retryAfter ?? progressPause) * 1000
      else {
        isLost ||= error.unsure
        if (!isLost || !passing.has(error.kind)) throw error
        if (repeats === pauses.length) throw error.with({ unsure: true, repeatable: true })
        repeats += 1
        wait = Math.max(wait, (error.retryAfter ?? 0) * 1000)
      }
    }
    await pause(wait, signal)
    if (signal?.aborted) throw new ApiError('aborted', '', { unsure: true })
  }
}

/** Module state: the keys of writes without a response, by their content. */
const unanswered = new Map<string, string>()

// No content must remain for another person.
watchPerson(() => unanswered.clear())

/**
 * Sends a write with an `Idempotency-Key` and repeats it like {@link repeatWrite}. If no response arrives, the next
 * write with the same content is another repeat: submitting a form again never does it twice.
 */
export async function writeOnce<T>(content: string, send: (key: string) => Promise<T>, signal?: AbortSignal) {
  const key = unanswered.get(content) ?? newKey()
  unanswered.set(content, key)
  try {
    const response = await repeatWrite(() => send(key), signal)
    unanswered.delete(content)
    return response
  } catch (thrown) {
    if (!asApiError(thrown).unsure) unanswered.delete(content)
    throw thrown
  }
}

/** Browsers have `crypto.randomUUID` only on secure connections. */
export const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-')
