import { useEffect, useState } from 'react'
import * as z from 'zod'
import { storedValue } from './browser-storage.ts'
import { server } from './server.ts'
import { watchPerson } from './session.ts'

/** The drafts that survive every reload of this tab, until their form is sent or closed. */
const surviving = storedValue('tab', `seo-reports:typed:${server}`, z.record(z.string(), z.unknown()), {})
// No typed text must remain for another person.
watchPerson((before) => before && surviving.remove())

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

/** Returns the draft that `form` had before the page was reloaded, once. */
export function useRestoredDraft<Draft>(form: string): Draft | null {
  const [draft] = useState(() => ((restored[form] ?? surviving.get()[form]) as Draft | undefined) ?? null)
  useEffect(() => {
    const { [form]: _, ...rest } = restored
    restored = rest
  }, [form])
  return draft
}

const keepSurviving = (form: string, draft: object | undefined) => surviving.set({ ...surviving.get(), [form]: draft })

/**
 * Keeps the draft of `form` in case the page reloads itself, or in case of every reload if it `survives`, which none
 * with a password may. `draft` is null while nothing is typed.
 */
export function useKeptDraft(form: string, draft: object | null, survives = false) {
  useEffect(() => {
    if (draft) drafts.set(form, draft)
    return () => void drafts.delete(form)
  }, [form, draft])
  useEffect(() => {
    if (!survives) return
    // A long list isn't written with each letter.
    const keep = () => keepSurviving(form, draft ?? undefined)
    addEventListener('pagehide', keep)
    return () => removeEventListener('pagehide', keep)
  }, [form, draft, survives])
  useEffect(
    () => () => {
      if (survives) keepSurviving(form, undefined)
    },
    [form, survives],
  )
}
