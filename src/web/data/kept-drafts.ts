import { useEffect, useState } from 'react'

const name = 'seo-reports:drafts'

// Belongs to the page load, not to a component: the drafts of the forms on screen, read when the page reloads itself.
const drafts = new Map<string, () => unknown>()
let kept = taken()
let reloading = false

/** The drafts kept by the previous page load. They are removed from storage, because they may hold a password. */
function taken(): Record<string, unknown> {
  try {
    const text = sessionStorage.getItem(name)
    sessionStorage.removeItem(name)
    return (JSON.parse(text ?? '{}') as Record<string, unknown>) ?? {}
  } catch {
    return {}
  }
}

/** Reloads the page and keeps what is typed into forms. If that can't be kept, the browser asks before leaving. */
export function reloadKeeping() {
  try {
    const entries = [...drafts].map(([form, read]) => [form, read()]).filter(([, draft]) => draft)
    if (entries.length > 0) sessionStorage.setItem(name, JSON.stringify(Object.fromEntries(entries)))
    reloading = true
  } catch {
    // Storage may be blocked.
  }
  location.reload()
}

/** Whether the page is reloading with all drafts kept, so that no question is needed before leaving. */
export const isReloading = () => reloading

/**
 * The draft that `form` had before the page reloaded itself, once. `draft` is its current one, undefined while
 * unchanged.
 */
export function useKeptDraft<Draft>(form: string, draft: Draft | null | undefined): Draft | null {
  const [before] = useState(() => (kept[form] as Draft | undefined) ?? null)
  useEffect(() => {
    const { [form]: _, ...rest } = kept
    kept = rest
  }, [form])
  useEffect(() => {
    drafts.set(form, () => (draft === undefined ? before : draft))
    return () => void drafts.delete(form)
  }, [form, draft, before])
  return before
}
