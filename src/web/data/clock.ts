/** By how much the server's clock is ahead of this machine's, in ms. */
let ahead: number | undefined

/** Remembers what an answer that has just come says of the time. */
export function noteDate(header: string | null) {
  const date = Date.parse(header ?? '')
  if (date) ahead = date - Date.now()
}

/** What the server's clock shows now, in ms since 1970; this machine's where the server does not say. */
export const serverNow = () => Date.now() + (ahead ?? 0)

/** Whether the server has said what time it is. */
export const clockIsKnown = () => ahead !== undefined

/** What two times may differ by and still be the same, in ms: seconds and servers round, and a clock may be corrected meanwhile. */
export const slack = 2000
