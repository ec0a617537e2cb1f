import { defaultWebsiteQuery } from '#contract/lists/list-query.ts'
import type { KeyRole } from '#contract/service-info.ts'
import { ApiError, asApiError } from '#web/data/api-error.ts'
import { createClient } from '#web/data/client.ts'
import { server } from '#web/data/server.ts'
import { serviceInfo } from '#web/data/service.ts'

/** The reasons for rejecting a server URL. */
export type AddressFault = 'unreachable' | 'timeout' | 'cors' | 'preflight' | 'missing' | 'web-page' | 'other-response'

/** The result of trying a key on a server: which of the two is wrong, if any. `cause` is the error of the call. */
export type ServerTrial =
  | { wrong: null }
  | { wrong: 'address'; fault: AddressFault; cause: ApiError }
  | { wrong: 'key'; fault: 'refused' | 'forbidden' | 'no-key'; cause: ApiError }
  /** The server fails temporarily, or the device is offline. */
  | { wrong: 'neither'; fault: 'failing' | 'offline' | 'aborted'; cause: ApiError }

type Environment = { fetch: typeof fetch; origin: string; online: boolean }
const browserEnvironment = (): Environment => ({
  fetch: globalThis.fetch.bind(globalThis),
  origin: location.origin,
  online: navigator.onLine,
})

/**
 * Throws the ApiError of a call with this key. Lists websites, an operation of the specification, so that it works on
 * any server.
 */
export const tryKey = (key: string, signal?: AbortSignal, baseUrl = server) =>
  createClient({ baseUrl, key: () => key }).listWebsites(defaultWebsiteQuery, signal)

/** Tries a key on a server and finds the cause of a failure. */
export async function tryServer(address: string, key: string, signal?: AbortSignal): Promise<ServerTrial> {
  // A header cannot carry it, and the browser's error would look like that of an unreachable server.
  if (!/^[!-~]+$/.test(key)) return { wrong: 'key', fault: 'no-key', cause: new ApiError('invalid') }
  try {
    await tryKey(key, signal, address)
    return { wrong: null }
  } catch (thrown) {
    const cause = asApiError(thrown)
    return trialOf(cause, () => diagnoseNetwork(address, browserEnvironment(), signal))
  }
}

/** Interprets the error of a call. `diagnose` is called if there was no response. */
export async function trialOf(
  cause: ApiError,
  diagnose: () => Promise<AddressFault | 'offline'>,
): Promise<ServerTrial> {
  switch (cause.kind) {
    case 'unauthenticated':
      return { wrong: 'key', fault: 'refused', cause }
    case 'forbidden':
      return cause.status === 405
        ? { wrong: 'address', fault: 'other-response', cause }
        : { wrong: 'key', fault: 'forbidden', cause }
    case 'aborted':
      return { wrong: 'neither', fault: 'aborted', cause }
    case 'server':
    case 'limited':
      return { wrong: 'neither', fault: 'failing', cause }
    case 'timeout':
      return { wrong: 'address', fault: 'timeout', cause }
    case 'missing':
      return { wrong: 'address', fault: 'missing', cause }
    case 'network': {
      const fault = await diagnose()
      return fault === 'offline' ? { wrong: 'neither', fault, cause } : { wrong: 'address', fault, cause }
    }
    default:
      return { wrong: 'address', fault: cause.bodyKind === 'page' ? 'web-page' : 'other-response', cause }
  }
}

/**
 * Finds the reason for a missing response. Browsers report an unreachable server and a CORS error alike, so this sends
 * two more requests: one in `no-cors` mode, which fails only if the server is unreachable, and one without a key, which
 * needs no preflight.
 */
export async function diagnoseNetwork(
  address: string,
  { fetch, origin, online }: Environment,
  signal?: AbortSignal,
): Promise<AddressFault | 'offline'> {
  const responds = (init: RequestInit) =>
    fetch(`${address}/api/v1/websites`, {
      credentials: 'omit',
      cache: 'no-store',
      signal: signal ?? null,
      ...init,
    }).then(
      () => true,
      () => false,
    )
  if (new URL(address).origin === origin || !(await responds({ mode: 'no-cors' })))
    return online ? 'unreachable' : 'offline'
  return (await responds({ headers: { Accept: 'application/json' } })) ? 'preflight' : 'cors'
}

/** Returns the role of a key, or null if the server does not report it. */
export async function roleOf(address: string, key: string): Promise<KeyRole | null> {
  try {
    const info = await serviceInfo(createClient({ baseUrl: address, key: () => key }), AbortSignal.timeout(3_000))
    return info.key?.role ?? null
  } catch {
    return null
  }
}
