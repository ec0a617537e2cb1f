/**
 * Returns how alike two titles are, from 0 to 1: the share of pairs of neighbouring characters that they have in common
 * (Sørensen–Dice), without case, punctuation and the number of spaces.
 */
export function titleLikeness(a: string, b: string): number {
  const [one, other] = [normalised(a), normalised(b)]
  if (one === other) return 1
  const [pairs, others] = [pairsOf(one), pairsOf(other)]
  const total = one.length + other.length - 2
  if (total <= 0) return 0
  let common = 0
  for (const [pair, count] of pairs) common += Math.min(count, others.get(pair) ?? 0)
  return (2 * common) / total
}

const normalised = (title: string) =>
  title
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim()

function pairsOf(text: string): Map<string, number> {
  const pairs = new Map<string, number>()
  for (let at = 0; at < text.length - 1; at++) {
    const pair = text.slice(at, at + 2)
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1)
  }
  return pairs
}
