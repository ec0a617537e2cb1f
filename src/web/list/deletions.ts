import { ApiError, asApiError } from '#web/data/api-error.ts'
import { clockIsKnown, serverNow, slack } from '#web/data/clock.ts'

/**
 * The end of a write. Where nobody knows whether it was carried out, `look` reads what is true now: what it finds was done,
 * nothing says that it was not so far, and `missing` that there is nothing any more to do it to. What cannot be read stays unsure.
 */
export async function readAgain<Done, Found = never>(
  write: Promise<Done>,
  look: () => Promise<Found | false | undefined>,
): Promise<Done | Found> {
  try {
    return await write
  } catch (thrown) {
    const error = asApiError(thrown)
    if (!error.unsure || error.kind === 'aborted') throw error
    const found = await look().catch((failure) => {
      throw asApiError(failure).kind === 'missing' ? failure : error
    })
    if (found) return found
    // Another error than the one thrown, which may have been the end of several writes.
    const { kind, message, status, detail } = error
    throw Object.assign(new ApiError(kind, message, { status: status ?? undefined, detail: detail ?? undefined }), {
      undone: true,
    })
  }
}

/**
 * What somebody else has deleted meanwhile is as gone as it was to be. Where nobody knows whether a deletion was carried
 * out, `look` asks for what was to go: it is gone when that is missing, and else stays with the reason.
 */
export async function gone(deletion: Promise<unknown>, look: () => Promise<unknown>): Promise<void> {
  try {
    await readAgain(deletion, () => look().then(() => false))
  } catch (thrown) {
    if (asApiError(thrown).kind !== 'missing') throw thrown
  }
}

/**
 * From now on tells what was made since by the server's clock: so the thing that a lost answer was about is known again.
 * Throws where the clock is not known, for then nothing tells it from one of before.
 */
export function madeSince() {
  const sent = serverNow()
  return (createdAt: string | null) => {
    if (!clockIsKnown()) throw new Error('The server does not say what time it is.')
    return Date.parse(createdAt ?? '') >= sent - slack
  }
}
