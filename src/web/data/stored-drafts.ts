import { useEffect, useState } from 'react'
import * as z from 'zod'
import { storedValue } from './browser-storage.ts'

const stored = storedValue('tab', 'seo-reports:drafts', z.record(z.string(), z.unknown()), {})

// Module state: the drafts of the forms on screen, and those of the last page load.
const drafts = new Map<string, unknown>()
let restored = takeStored()
let reloading = false

/** Takes the drafts that the last page load stored out of the storage, because they may hold a password. */
function takeStored(): Record<string, unknown> {
  const taken = stored.get()
  stored.remove()
  return taken
}

/** Reloads the page and restores unsent input in forms. If it can't be stored, the browser asks before leaving. */
export function reloadWithDrafts() {
  reloading = drafts.size === 0 || stored.set(Object.fromEntries(drafts))
  location.reload()
}

/** Returns true if the page is reloading with all drafts stored, so that no question is needed before leaving. */
export const isReloading = () => reloading

/** Returns the draft that `form` had before the page reloaded itself, once. */
export function useRestoredDraft<Draft>(form: string): Draft | null {
  const [draft] = useState(() => (restored[form] as Draft | undefined) ?? null)
  useEffect(() => {
    const { [form]: _, ...rest } = restored
    restored = rest
  }, [form])
  return draft
}

/** Keeps the draft of `form` in case the page reloads itself. `draft` is null while nothing is typed. */
export function useKeptDraft(form: string, draft: object | null) {
  useEffect(() => {
    if (draft) drafts.set(form, draft)
    return () => void drafts.delete(form)
  }, [form, draft])
}
