/** A page that says so in its URL never ends, takes all memory, throws, or is analysed at once. */
export default function analyse({ finalUrl }: { finalUrl: string }) {
  if (finalUrl.endsWith('/forever')) for (;;);
  if (finalUrl.endsWith('/memory')) for (const all: string[][] = []; ; ) all.push(new Array<string>(100_000).fill(`${all.length}`))
  if (finalUrl.endsWith('/fault')) throw new TypeError('a fault of ours')
  return { title: 'analysed' }
}
