/** The result of `act`, or undefined if it throws, as browser storage does when it is blocked or full. */
export function attempt<T>(act: () => T): T | undefined {
  try {
    return act()
  } catch {
    return undefined
  }
}
