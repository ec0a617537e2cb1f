import * as z from 'zod'
import { type PageSize, pageSizes } from '#contract/lists/list-query.ts'
import { createStore, useStore } from '#web/ui/store.ts'
import { storedValue } from './browser-storage.ts'

export const schemes = ['system', 'light', 'dark'] as const
export const densities = ['comfortable', 'compact'] as const
const Preferences = z.object({
  scheme: z.enum(schemes).catch('system'),
  density: z.enum(densities).catch('comfortable'),
  shortcuts: z.boolean().catch(true),
  /** Rows on a page of a list, once chosen. */
  rows: z.literal(pageSizes).optional().catch(undefined),
})
export type Preferences = z.infer<typeof Preferences>

/** `index.html` reads the same name before the first paint, so that the other colour scheme never flashes. */
const stored = storedValue('browser', 'seo-reports:preferences', Preferences, Preferences.parse({}))
/** Module state: one choice for all of this browser. */
const preferences = createStore(stored.get())

function apply(next: Preferences) {
  const { dataset } = document.documentElement
  dataset['scheme'] = next.scheme
  dataset['density'] = next.density
  preferences.set(next)
}

/** Applies a change at once and keeps it in this browser; its other tabs follow. */
export function setPreferences(change: Partial<Preferences>) {
  const next = { ...preferences.get(), ...change }
  apply(next)
  stored.set(next)
}

/** The page size in links to lists: the one last chosen in this browser, or else that of a large screen. */
export const chosenPageSize = (): { per_page: PageSize } => ({ per_page: preferences.get().rows ?? 50 })

export const usePreferences = () => useStore(preferences)

/** Applies the stored preferences and follows changes made in other tabs. Called once, at the start. */
export function startPreferences() {
  apply(preferences.get())
  stored.watch(() => apply(stored.get()))
}
