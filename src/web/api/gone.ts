import { asApiError } from './api-error.ts'

/**
 * What somebody else has deleted meanwhile is as gone as it was to be. Where nobody knows whether a deletion was carried
 * out, `look` asks for what was to go: it is gone when that is missing, and else stays with the reason.
 */
export async function gone(deletion: Promise<unknown>, look?: () => Promise<unknown>): Promise<void> {
  try {
    await deletion
  } catch (thrown) {
    const error = asApiError(thrown)
    if (error.kind === 'missing') return
    if (!error.unsure || !look) throw error
    const found = await look().then(() => null, asApiError)
    if (found?.kind === 'missing') return
    error.unsure = found !== null
    throw error
  }
}
