import type { Header } from '../fetched-page.ts'
import { headerValue } from './headers.ts'
import { isScriptType } from './tree.ts'

/** Sizes in decoded bytes. `saving` estimates the bytes that minification would remove. */
export type CodeFacts = { kind: 'script' | 'style'; bytes: number; saving: number }

/** Returns null for a response that is neither a script nor a stylesheet, or that is truncated. */
export function readCode(bytes: Uint8Array, headers: Header[], truncated: boolean): CodeFacts | null {
  const type = (headerValue(headers, 'content-type') ?? '')
    .slice(0, 200)
    .replace(/;[^]*$/, '')
    .trim()
    .toLowerCase()
  const kind = isScriptType(type) ? 'script' : type === 'text/css' ? 'style' : null
  return kind === null || truncated ? null : { kind, bytes: bytes.length, saving: savingOf(bytes, kind) }
}

const string = String.raw`"(?:[^"\\\n]|\\[^])*"?|'(?:[^'\\\n]|\\[^])*'?`
/**
 * A regular expression after a token that can precede one. Bounded, so that an unclosed one is not searched for many
 * times.
 */
const pattern = String.raw`(?<=(?:^|[(,=:[!&|?{};+\-*%~^<>]|\b(?:return|typeof|case|in|of|delete|void|throw|new|else|do|yield|await))[\t-\r ]{0,9})\/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n]){0,99}\]|[^/\\[\n]){1,300}\/`
const comment = String.raw`\/\*[^]*?(?:\*\/|$)`
const space = String.raw`[\t-\r ]`

/** Tokens that matter here. A gap of white space and comments is captured. */
const tokens = {
  script: `${string}|${pattern}|[{}\\x60]|((?:${space}|${comment}|\\/\\/.*)+)`,
  style: `${string}|((?:${space}|${comment})+)`,
}
/** Licences and notes for tools, which minifiers keep. */
const keptComments = /\/\*![^]*?(?:\*\/|$)|\/\/[#@].*/g

/**
 * Estimates the bytes of white space and comments that no engine needs. Shorter names and syntax are not counted. Each
 * byte is decoded as one character, so that lengths are bytes.
 */
function savingOf(bytes: Uint8Array, kind: CodeFacts['kind']): number {
  const text = new TextDecoder('latin1').decode(bytes)
  const scan = new RegExp(tokens[kind], 'g')
  const templateText = /(?:[^\x60\\$]|\\[^]|\$(?!\{))*(?:\x60|\$\{)?/y
  /** The depth of braces at which each open template expression ends. */
  const expressions: number[] = []
  let depth = 0
  const skipTemplateText = () => {
    templateText.lastIndex = scan.lastIndex
    if (templateText.exec(text)?.[0].endsWith('${')) expressions.push(depth)
    scan.lastIndex = templateText.lastIndex
  }

  let saving = 0
  for (let match = scan.exec(text); match; match = scan.exec(text)) {
    const [token, gap] = match
    if (gap !== undefined) {
      const removable = gap.replace(keptComments, '').length
      const before = text.charAt(match.index - 1)
      const after = text.charAt(scan.lastIndex)
      if (removable > 0) saving += removable - (separates[kind](before, after, /[\n\r]/.test(gap)) ? 1 : 0)
    } else if (token === '{') depth++
    else if (token === '}' && expressions.at(-1) !== depth) depth--
    else if (token === '}') {
      expressions.pop()
      skipTemplateText()
    } else if (token === '`') skipTemplateText()
  }
  return saving
}

const isWord = (char: string) => /[\w$\x80-\uFFFF]/.test(char)

/** True if one character of the gap between two others must stay. Empty text is the start or the end of the file. */
const separates = {
  /** A line break can end a statement, except next to these characters. */
  script: (before: string, after: string, hasBreak: boolean) =>
    hasBreak
      ? /[^{;,([:?=&|*<>.!~^]/.test(before) && /[^};)\],.:?=&|*]/.test(after)
      : (isWord(before) && isWord(after)) || (before === after && /[+\-/]/.test(before)),
  style: (before: string, after: string) => /[^{};,:]/.test(before) && /[^{};,]/.test(after),
}
