import { BulkRestoreResponse, maxBulkIds } from '#contract/responses/envelope.ts'
import { asApiError, nullIfMissing } from '#web/data/api-error.ts'
import { currentClient } from '#web/data/current-client.ts'
import { errorSentence, errorWords } from '#web/data/error-words.ts'
import { queryClient } from '#web/data/query-client.ts'
import { showToast } from '#web/ui/toast.tsx'
import { restoringWords as words } from './words.ts'

type Restorable = 'reports' | 'websites'

/** Undoes deletions and says what was restored. */
export async function restore(resource: Restorable, ids: readonly number[]): Promise<void> {
  let restored = 0
  try {
    for (let from = 0; from < ids.length; from += maxBulkIds)
      restored += await restoreGroup(resource, ids.slice(from, from + maxBulkIds))
  } finally {
    // Also after a failure, which can mean that it is too late. Any data can have changed.
    void queryClient.invalidateQueries()
  }
  if (restored > 0) showToast({ text: words.restored(resource, restored) })
  if (restored < ids.length) showToast({ text: words.lost(ids.length - restored, ids.length), tone: 'bad' })
}

/** Returns the number of restored items. */
async function restoreGroup(resource: Restorable, ids: readonly number[]) {
  const client = currentClient()
  if (ids.length === 1)
    return (await nullIfMissing(client.call('POST', `/${resource}/${ids[0]}/restore`, { isSafeToRepeat: true })))
      ? 1
      : 0
  const { restored } = await client.write('POST', '/bulk/reports/restore', (body) => BulkRestoreResponse.parse(body), {
    form: { ids: ids.join(',') },
    isSafeToRepeat: true,
  })
  return restored
}

/** Says what was deleted, with Undo if the server can restore some of it. Later, Activity offers it. */
export function showDeleted(text: string, resource: Restorable, ids: readonly number[]) {
  const undo = () => {
    restore(resource, ids).catch((thrown: unknown) => {
      const error = asApiError(thrown)
      // Another person uses the page now.
      if (error.kind === 'aborted') return
      showToast({
        text: errorSentence(error),
        tone: 'bad',
        action: { label: errorWords.retry, onSelect: undo },
      })
    })
  }
  if (ids.length === 0) showToast({ text })
  else
    showToast({
      text: (
        <>
          {text}
          <span className="hidden-visually">. {words.undoKey}</span>
        </>
      ),
      action: { label: words.undo, isUndo: true, onSelect: undo },
    })
}
