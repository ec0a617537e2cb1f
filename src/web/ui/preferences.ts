import { createStore, useStore } from './store.ts'

export const schemes = ['system', 'light', 'dark'] as const
export const densities = ['comfortable', 'compact'] as const
export type Preferences = {
  scheme: (typeof schemes)[number]
  density: (typeof densities)[number]
  shortcuts: boolean
  /** Rows on a page of a list, once chosen. */
  rows?: number
}

/**
 * `public/early.js` reads the same name before the first paint, so that the other colour scheme never flashes and the
 * first list has the right number of rows.
 */
const name = 'seo-reports:preferences'
const initial: Preferences = { scheme: 'system', density: 'comfortable', shortcuts: true }
/** Module state: one choice for all of this browser. */
const preferences = createStore(read())

function read(): Preferences {
  try {
    const stored: Partial<Record<keyof Preferences, unknown>> = JSON.parse(localStorage.getItem(name) ?? '{}')
    return {
      scheme: schemes.find((one) => one === stored.scheme) ?? initial.scheme,
      density: densities.find((one) => one === stored.density) ?? initial.density,
      shortcuts: stored.shortcuts !== false,
      ...(typeof stored.rows === 'number' && { rows: stored.rows }),
    }
  } catch {
    return initial
  }
}

function apply(next: Preferences) {
  const { dataset } = document.documentElement
  dataset['scheme'] = next.scheme
  dataset['density'] = next.density
  if (next.rows) dataset['rows'] = String(next.rows)
  preferences.set(next)
}

/** Applies a change at once and keeps it in this browser; its other tabs follow. */
export function setPreferences(change: Partial<Preferences>) {
  const next = { ...preferences.get(), ...change }
  apply(next)
  try {
    localStorage.setItem(name, JSON.stringify(next))
  } catch {
    // Without storage the choice holds until the tab is closed.
  }
}

export const usePreferences = () => useStore(preferences)

/** Applies the stored preferences and follows changes made in other tabs. Called once, at the start. */
export function startPreferences() {
  apply(preferences.get())
  addEventListener('storage', (event) => {
    if (event.key !== name) return
    apply(read())
  })
}
