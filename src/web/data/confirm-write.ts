import { ApiError, asApiError } from './api-error.ts'
import { clockIsKnown, serverNow, toleranceMs } from './clock.ts'

/**
 * Resolves with the result of a write. After a lost response, `readBack` reads the current state. What it returns
 * counts as the result, false means that the write was not carried out so far, and a `missing` error that its target no
 * longer exists. If the state cannot be read either, the original error stays `unsure`.
 */
export async function confirmWrite<Done, Found = never>(
  write: Promise<Done>,
  readBack: () => Promise<Found | false | undefined>,
): Promise<Done | Found> {
  try {
    return await write
  } catch (thrown) {
    const error = asApiError(thrown)
    if (!error.unsure || error.kind === 'aborted') throw error
    const found = await readBack().catch((failure) => {
      throw asApiError(failure).kind === 'missing' ? failure : error
    })
    if (found) return found
    // A new error, because one lost bulk response can be the thrown error of several writes.
    const { kind, message, status, detail } = error
    throw new ApiError(kind, message, { status, detail, notDone: true })
  }
}

/**
 * Resolves when the target of a deletion no longer exists, also when another user deleted it. After a lost response,
 * `readBack` reads the target: a `missing` error confirms the deletion.
 */
export async function confirmDelete(deletion: Promise<unknown>, readBack: () => Promise<unknown>): Promise<void> {
  try {
    await confirmWrite(deletion, () => readBack().then(() => false))
  } catch (thrown) {
    if (asApiError(thrown).kind !== 'missing') throw thrown
  }
}

/**
 * Returns a test for creation times at or after this call, by the server's clock. It finds the item that a write
 * created before its response was lost. The test throws if the server's clock is not known.
 */
export function createdSince() {
  const sent = serverNow()
  return (createdAt: string | null) => {
    if (!clockIsKnown()) throw new Error('The server does not say what time it is.')
    return Date.parse(createdAt ?? '') >= sent - toleranceMs
  }
}
