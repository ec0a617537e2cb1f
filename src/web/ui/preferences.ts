import { useSyncExternalStore } from 'react'

export const schemes = ['system', 'light', 'dark'] as const
export const densities = ['comfortable', 'compact'] as const
export type Preferences = { scheme: (typeof schemes)[number]; density: (typeof densities)[number]; shortcuts: boolean }

/** `public/early.js` reads the same name before the first paint, so that a chosen colour scheme never flashes the other one. */
const name = 'seo-reports:preferences'
const initial: Preferences = { scheme: 'system', density: 'comfortable', shortcuts: true }
const listeners = new Set<() => void>()
let current = read()

function read(): Preferences {
  try {
    const kept = JSON.parse(localStorage.getItem(name) ?? '{}') as Partial<Preferences>
    return {
      scheme: schemes.find((one) => one === kept.scheme) ?? initial.scheme,
      density: densities.find((one) => one === kept.density) ?? initial.density,
      shortcuts: kept.shortcuts !== false,
    }
  } catch {
    return initial
  }
}

function apply() {
  const { dataset } = document.documentElement
  dataset['scheme'] = current.scheme
  dataset['density'] = current.density
  for (const listener of listeners) listener()
}

/** Kept for this browser, applied at once, and followed by its other tabs. */
export function setPreferences(change: Partial<Preferences>) {
  current = { ...current, ...change }
  apply()
  try {
    localStorage.setItem(name, JSON.stringify(current))
  } catch {
    // A browser that keeps nothing still shows the choice until the tab is closed.
  }
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const usePreferences = () => useSyncExternalStore(subscribe, () => current)

/** Applies what is kept and follows changes made in other tabs. Called once, at the start. */
export function startPreferences() {
  apply()
  addEventListener('storage', (event) => {
    if (event.key !== name) return
    current = read()
    apply()
  })
}
