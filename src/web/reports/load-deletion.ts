import { showToast } from '#web/ui/toast.tsx'
import { deletingWords } from './words.ts'

/** Loads what deletes reports, which few pages need at once. Undefined if it doesn't arrive, which the user is told. */
export async function loadDeletion() {
  try {
    return (await import('./delete-with-undo.tsx')).deleteWithUndo
  } catch {
    showToast({ text: deletingWords.notLoaded, tone: 'bad' })
    return undefined
  }
}
