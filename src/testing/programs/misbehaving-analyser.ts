/** Depending on the URL, loops forever, waits, fills all memory, throws, or returns at once. */
export function readPage({ finalUrl }: { finalUrl: string }) {
  if (finalUrl.endsWith('/forever')) for (;;);
  if (finalUrl.endsWith('/waiting')) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 600)
  if (finalUrl.endsWith('/memory'))
    for (const all: string[][] = []; ;) all.push(Array.from({ length: 100_000 }, (_, i) => `${all.length} ${i}`))
  if (finalUrl.endsWith('/fault')) throw new TypeError('a bug of our own')
  return { title: 'analysed' }
}
