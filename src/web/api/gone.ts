import { asApiError } from './api-error.ts'

/** What somebody else has deleted meanwhile is as gone as it was to be. */
export async function gone(deletion: Promise<void>) {
  try {
    await deletion
  } catch (thrown) {
    if (asApiError(thrown).kind !== 'missing') throw thrown
  }
}
