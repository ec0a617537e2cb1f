type Ahead = { path: string; key: string; answer: Promise<Response>; stop: AbortController }

/** The response is used only within this time after the page load began, in ms. */
const goodFor = 10_000

/**
 * The response to the page's first list, which `public/early.js` requests before any other script has arrived. Used
 * once, and only with the key it was requested with. Aborting `signal` aborts it too, because browsers make an equal
 * request wait for the first one.
 */
export function takeAhead(path: string, key: string | null, signal: AbortSignal): Promise<Response> | undefined {
  const here = globalThis as { ahead?: Ahead | undefined }
  const { ahead } = here
  if (!ahead || ahead.path !== path || ahead.key !== key || performance.now() > goodFor) return undefined
  here.ahead = undefined
  signal.addEventListener('abort', () => ahead.stop.abort())
  return ahead.answer
}
