/** A day in milliseconds. */
export const dayMs = 86_400_000

/** Today in UTC, as YYYY-MM-DD. */
export const todayInUtc = () => new Date().toISOString().slice(0, 10)
