/** What `act` gives; undefined where it throws, as storage does that is forbidden or full. */
export function attempt<T>(act: () => T): T | undefined {
  try {
    return act()
  } catch {
    return undefined
  }
}
