const stems =
  'garden light winter market table copper walnut station river harbour kettle ceramic linen travel guide stock delivery season colour handle drawer window mirror lamp shelf oak steel glass paper notebook coffee roast grind water filter bread flour oven wheel mountain valley forest trail studio print canvas brush museum'.split(
    ' ',
  )

/** Sentences with that number of words, the same for the same seed. */
export function prose(words: number, seed: number): string {
  const word = (at: number) => stems[(at * 7 + seed * 13 + ((at * at) % 11)) % stems.length] ?? ''
  const sentences = Array.from({ length: Math.ceil(words / 10) }, (_, sentence) => {
    const text = Array.from({ length: 10 }, (_, at) => word(sentence * 10 + at)).join(' ')
    return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
  })
  return `<p>${sentences.join(' ')}</p>`
}
