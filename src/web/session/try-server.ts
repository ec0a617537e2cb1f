import type { KeyRole } from '#contract/service-info.ts'
import { ApiError, asApiError } from '#web/data/api-error.ts'
import { createClient } from '#web/data/client.ts'
import { serviceInfo } from '#web/data/service.ts'
import { tryKey } from './try-key.ts'

/** What is wrong with a server's address: nothing answers there, nothing that may be read, or nothing of this API. */
export type AddressFault = 'unreachable' | 'silent' | 'cors' | 'preflight' | 'missing' | 'web-page' | 'other-answer'

/** Whether a key opens a server and, if not, which of the two is wrong. `cause` is what the call met. */
export type Verdict =
  | { wrong: null }
  | { wrong: 'address'; fault: AddressFault; cause: ApiError }
  | { wrong: 'key'; fault: 'refused' | 'forbidden' | 'no-key'; cause: ApiError }
  /** The server is there and fails for now, or there is no network at all. */
  | { wrong: 'neither'; fault: 'failing' | 'offline' | 'aborted'; cause: ApiError }

type Surroundings = { fetch: typeof fetch; origin: string; online: boolean }
const browser = (): Surroundings => ({
  fetch: globalThis.fetch.bind(globalThis),
  origin: location.origin,
  online: navigator.onLine,
})

/** Asks the server for its websites with the key, and finds out what failed. */
export async function tryServer(address: string, key: string, signal?: AbortSignal): Promise<Verdict> {
  // A header cannot carry it, and the browser would say of it what it says of a server that is away.
  if (!/^[!-~]+$/.test(key)) return { wrong: 'key', fault: 'no-key', cause: new ApiError('invalid') }
  try {
    await tryKey(key, signal, address)
    return { wrong: null }
  } catch (thrown) {
    const cause = asApiError(thrown)
    return judge(cause, () => reach(address, browser(), signal))
  }
}

/** Which of the two is wrong, by the error that a call with both met; `why` looks into one without any answer. */
export async function judge(cause: ApiError, why: () => Promise<AddressFault | 'offline'>): Promise<Verdict> {
  switch (cause.kind) {
    case 'unauthenticated':
      return { wrong: 'key', fault: 'refused', cause }
    case 'forbidden':
      return cause.status === 405
        ? { wrong: 'address', fault: 'other-answer', cause }
        : { wrong: 'key', fault: 'forbidden', cause }
    case 'aborted':
      return { wrong: 'neither', fault: 'aborted', cause }
    case 'server':
    case 'limited':
      return { wrong: 'neither', fault: 'failing', cause }
    case 'silent':
      return { wrong: 'address', fault: 'silent', cause }
    case 'missing':
      return { wrong: 'address', fault: 'missing', cause }
    case 'network': {
      const fault = await why()
      return fault === 'offline' ? { wrong: 'neither', fault, cause } : { wrong: 'address', fault, cause }
    }
    default:
      return { wrong: 'address', fault: cause.came === 'page' ? 'web-page' : 'other-answer', cause }
  }
}

/**
 * Why there was no answer. A browser says the same of a server that is away and of one whose answers this page may not read, so it is asked
 * again twice: without wanting to read, which any server answers, and without a key, which needs no permission ahead.
 */
export async function reach(
  address: string,
  { fetch, origin, online }: Surroundings,
  signal?: AbortSignal,
): Promise<AddressFault | 'offline'> {
  const answers = (init: RequestInit) =>
    fetch(`${address}/api/v1/websites`, {
      credentials: 'omit',
      cache: 'no-store',
      signal: signal ?? null,
      ...init,
    }).then(
      () => true,
      () => false,
    )
  if (new URL(address).origin === origin || !(await answers({ mode: 'no-cors' })))
    return online ? 'unreachable' : 'offline'
  return (await answers({ headers: { Accept: 'application/json' } })) ? 'preflight' : 'cors'
}

/** What the server says of the key; null where it does not, which is no fault. */
export async function roleOf(address: string, key: string): Promise<KeyRole | null> {
  try {
    const info = await serviceInfo(createClient({ baseUrl: address, key: () => key }), AbortSignal.timeout(3_000))
    return info.key?.role ?? null
  } catch {
    return null
  }
}
