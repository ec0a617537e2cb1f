/** The time zone of this browser. */
export const ownTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** The names of all time zones, with the given ones, which browsers can leave out, such as UTC. */
export const timeZones = (...others: string[]) =>
  [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', ownTimeZone(), ...others])].toSorted()
