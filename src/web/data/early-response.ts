type EarlyResponse = { path: string; key: string; response: Promise<Response>; control: AbortController }

/** The response is used only within this time after the page load began, in ms. */
const maxAgeMs = 10_000

/**
 * The response to the page's first list, which `public/early.js` requests before any other script has arrived. Used
 * once, and only with the key it was requested with. Aborting `signal` aborts it too, because browsers make an equal
 * request wait for the first one.
 */
export function takeEarlyResponse(
  path: string,
  key: string | null,
  signal: AbortSignal,
): Promise<Response> | undefined {
  const page = globalThis as { earlyResponse?: EarlyResponse | undefined }
  const early = page.earlyResponse
  if (!early || early.path !== path || early.key !== key || performance.now() > maxAgeMs) return undefined
  page.earlyResponse = undefined
  signal.addEventListener('abort', () => early.control.abort())
  return early.response
}
