/** A page that says so in its URL never ends, takes all memory, throws, or is analysed at once. */
export function readPage({ finalUrl }: { finalUrl: string }) {
  if (finalUrl.endsWith('/forever')) for (;;);
  if (finalUrl.endsWith('/memory'))
    for (const all: string[][] = []; ;) all.push(Array.from({ length: 100_000 }, (_, i) => `${all.length} ${i}`))
  if (finalUrl.endsWith('/fault')) throw new TypeError('a fault of ours')
  return { title: 'analysed' }
}
