/** How far the server's clock is ahead of this machine's, in ms. One per page load, as there is one server. */
let ahead: number | undefined

/** Sets the offset from the `Date` header of a response that has just arrived. */
export function setServerClock(header: string | null) {
  const date = Date.parse(header ?? '')
  if (date) ahead = date - Date.now()
}

/** The server's time in ms since 1970; this machine's time if the server sends no date. */
export const serverNow = () => Date.now() + (ahead ?? 0)
