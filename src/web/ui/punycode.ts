const base = 36
const delimiter = '-'

/** What a label has room for behind `xn--`. */
const longest = 59

/** RFC 3492, section 6.2. */
export function decode(input: string) {
  if (input.length > longest) return undefined
  const at = input.lastIndexOf(delimiter)
  const output = at > 0 ? Array.from(input.slice(0, at), (letter) => letter.charCodeAt(0)) : []
  let code = 128
  let position = 0
  let bias = 72
  for (let index = at > 0 ? at + 1 : 0; index < input.length;) {
    const before = position
    for (let weight = 1, step = base; ; step += base) {
      const digit = Number.parseInt(shifted(input[index++] ?? '!'), base)
      if (Number.isNaN(digit)) return undefined
      position += digit * weight
      const threshold = step <= bias ? 1 : step >= bias + 26 ? 26 : step - bias
      if (digit < threshold) break
      weight *= base - threshold
    }
    const length = output.length + 1
    bias = adapt(position - before, length, before === 0)
    code += Math.floor(position / length)
    position %= length
    if (code > 0x10ffff) return undefined
    output.splice(position++, 0, code)
  }
  return String.fromCodePoint(...output)
}

/** Punycode counts a–z, 0–9; `parseInt` counts 0–9, a–z. */
function shifted(letter: string) {
  if (/[a-z]/i.test(letter)) {
    const value = letter.toLowerCase().charCodeAt(0) - 97
    return value.toString(base)
  }
  return /\d/.test(letter) ? (Number(letter) + 26).toString(base) : '!'
}

function adapt(delta: number, points: number, first: boolean) {
  let left = first ? Math.floor(delta / 700) : delta >> 1
  left += Math.floor(left / points)
  let steps = 0
  for (; left > 455; steps += base) left = Math.floor(left / 35)
  return steps + Math.floor((36 * left) / (left + 38))
}
