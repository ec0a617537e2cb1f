type Ahead = { path: string; key: string; answer: Promise<Response>; stop: AbortController }

/** An answer older than this, in ms since the page began, is asked for anew. */
const goodFor = 10_000

/**
 * The answer to the page's first list, which `public/early.js` asks for before any other script has come: once, and for
 * the key it was asked with alone. Whoever has lost patience stops it too: browsers let the same request wait behind one under way.
 */
export function takeAhead(path: string, key: string | null, signal: AbortSignal): Promise<Response> | undefined {
  const here = globalThis as { ahead?: Ahead | undefined }
  const { ahead } = here
  if (!ahead || ahead.path !== path || ahead.key !== key || performance.now() > goodFor) return undefined
  here.ahead = undefined
  signal.addEventListener('abort', () => ahead.stop.abort())
  return ahead.answer
}
