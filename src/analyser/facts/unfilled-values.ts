/** What templates and scripts write where they got no value, as they spell it. Prices have it beside a currency. */
const unfilled =
  /^[\p{Sc}%(\s]{0,5}(undefined|null|NULL|NaN|nan|nil|None|true|false|False|Invalid [Dd]ate)(?:[\s,]{1,3}(?:undefined|null|NULL|NaN|nan|nil|None|true|false|False|Invalid [Dd]ate)){0,5}[\p{Sc}%)\s]{0,5}$/u
const separator = /\s[-–—|·•»›/]{1,2}\s|[|·•»›]/
/** Code of a server that didn't run. */
const serverCode =
  /<\?(?:php\s{1,9}(?:echo|print|if|foreach|include|require|the_|get_|wp_|bloginfo|esc_|_e\b|\$)|=\s{0,9}(?:\$\w|\w{1,40}\())/i
const isQuestion = /(?<!\?)[^?>]\?\s{0,9}$|^(?:what|why|how|when)\b/i

/** Returns the part of a title, a heading, a description or an alt text that is nothing but a missing value. */
export function unfilledValueIn(text: string): { part: string; word: string } | null {
  const given = text.slice(0, 500).trim()
  for (const part of given.split(separator)) {
    const found = unfilled.exec(part.trim())
    if (found) return { part: part.trim(), word: found[1] ?? '' }
  }
  const code = isQuestion.test(given) ? null : serverCode.exec(given)
  if (!code) return null
  const end = given.indexOf('?>', code.index)
  return { part: given.slice(code.index, end === -1 ? code.index + 60 : end + 2).slice(0, 100), word: code[0] }
}

/** True if one of a page's texts has a word in a sentence, so that the page is about it. */
export const isTopic = (word: string, texts: readonly string[]): boolean =>
  texts.some((text) =>
    text
      .split(separator)
      .some((part) => part.trim().split(/\s+/).length > 2 && part.split(/[^\p{L}\p{N}_$]+/u).includes(word)),
  )
