import { useEffect, useState } from 'react'

const name = 'seo-reports:drafts'

/** What was typed into forms on screen, told when the page is about to load anew. */
const drafts = new Map<string, () => unknown>()
let kept = taken()
let reloading = false

/** What the page before this one kept; it stands nowhere else from then on, for it may hold a password. */
function taken(): Record<string, unknown> {
  try {
    const text = sessionStorage.getItem(name)
    sessionStorage.removeItem(name)
    return (JSON.parse(text ?? '{}') as Record<string, unknown>) ?? {}
  } catch {
    return {}
  }
}

/** Loads the page anew at the same address. What forms hold is there again; where it cannot be kept, leaving asks first. */
export function reloadKeeping() {
  try {
    const entries = [...drafts].map(([form, read]) => [form, read()]).filter(([, draft]) => draft)
    if (entries.length > 0) sessionStorage.setItem(name, JSON.stringify(Object.fromEntries(entries)))
    reloading = true
  } catch {
    // Storage may be forbidden.
  }
  location.reload()
}

/** Whether the page is about to load anew with all that was typed, so that nobody need be asked. */
export const isReloading = () => reloading

/** What `form` held before the page was loaded anew, once; `draft` is what it holds now, undefined while that is the same. */
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
