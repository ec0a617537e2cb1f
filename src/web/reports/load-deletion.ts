import { pageFailureWords } from '#web/app/words.ts'
import { showToast } from '#web/ui/toast.tsx'

/** Loads what deletes reports, which few pages need at once. Undefined if it doesn't arrive, which the user is told. */
export async function loadDeletion() {
  try {
    return (await import('./delete-with-undo.tsx')).deleteWithUndo
  } catch {
    showToast({ text: pageFailureWords.missing, tone: 'bad' })
    return undefined
  }
}
