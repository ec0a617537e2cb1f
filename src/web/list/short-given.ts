/** A value somebody typed into an address, short enough for a sentence and without characters that cannot be seen. */
export function shortGiven(given: string, longest = 40) {
  const visible = [...given.replace(/\p{C}/gu, '\uFFFD')]
  return visible.length > longest ? `${visible.slice(0, longest - 1).join('')}…` : visible.join('')
}
