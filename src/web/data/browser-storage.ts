import * as z from 'zod'

/** A text is kept for all tabs of this browser, or for one tab until it is closed. */
export type Place = 'browser' | 'tab'

const storageOf = (place: Place) => (place === 'browser' ? localStorage : sessionStorage)

/** Returns null if `act` throws: blocked storage fails at any use, and full storage at writing. */
function attempt<T>(act: () => T): T | null {
  try {
    return act()
  } catch {
    return null
  }
}

/** Returns the text stored under `name`, or null. */
export const storedText = (place: Place, name: string) => attempt(() => storageOf(place).getItem(name))

/** Stores a text; null removes it. Returns whether the browser did so. */
export const storeText = (place: Place, name: string, text: string | null) =>
  attempt(() => {
    if (text === null) storageOf(place).removeItem(name)
    else storageOf(place).setItem(name, text)
    return true
  }) ?? false

export const storedNames = (place: Place) => attempt(() => Object.keys(storageOf(place))) ?? []

/**
 * A value stored as JSON under `name`. It is `otherwise` without one that matches `schema`, such as with the text of an
 * older version.
 */
export const storedValue = <T>(place: Place, name: string, schema: z.ZodType<T>, otherwise: T) => ({
  get: () => attempt(() => schema.parse(JSON.parse(storedText(place, name) ?? ''))) ?? otherwise,
  /** Returns whether the value was stored. */
  set: (value: T) => storeText(place, name, JSON.stringify(value)),
  remove: () => storeText(place, name, null),
  /** Calls `listener` when another tab changes the value. Returns a function that stops it. */
  watch(listener: () => void) {
    const onStorage = ({ key }: StorageEvent) => key === name && listener()
    addEventListener('storage', onStorage)
    return () => removeEventListener('storage', onStorage)
  },
})

/** The name under which a server's key is stored, and of the channel that its tabs share. */
export const keyName = (address: string) => `seo-reports:key:${address}`

/** Stores the ID of the person whose session this browser has. It opens nothing: the cookie does. */
export const personName = (address: string) => `seo-reports:person:${address}`

/** Stores that a server's key is read-only. */
export const readOnlyName = (address: string) => `seo-reports:reads:${address}`

/** A list stored as JSON under `name`, without the entries that don't match `schema`. */
export const storedEntries = <T>(place: Place, name: string, schema: z.ZodType<T>) =>
  storedValue<T[]>(
    place,
    name,
    z.array(schema.nullable().catch(null)).transform((entries) => entries.filter((entry) => entry !== null)),
    [],
  )
