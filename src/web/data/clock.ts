/** Module state: the lead of the server's clock over this machine's, in ms. */
let ahead: number | undefined

/** Sets the offset from the `Date` header of a response that has just arrived. */
export function setServerClock(header: string | null) {
  const date = Date.parse(header ?? '')
  if (date) ahead = date - Date.now()
}

/** The server's time in ms since 1970; this machine's time if the server sends no date. */
export const serverNow = () => Date.now() + (ahead ?? 0)
