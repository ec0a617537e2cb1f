import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseAst } from 'vite'
import { describe, expect, it } from 'vitest'

/** What the interface must not say, and what it says instead. */
const forbidden: [pattern: RegExp, instead: string][] = [
  [/\b(web )?address(es)?\b/i, 'URL'],
  [/\banswer(s|ed)?\b/i, 'response, responds'],
  [/\b(whoever|somebody|everybody|nobody)\b/i, 'name the person: the sender, your administrator, anyone with the link'],
  [/\b(anew|mended|all the same|any more|not to be had|in the meantime|meanwhile)\b/i, 'again, fixed, anyway'],
  [/\bmay\b(?! (also|be|have|need|not|show|still)\b)/i, 'can, for permission'],
  [/\b(can|could|did|do|does|has|have|is|are|was|will|would) ?not\b/i, 'a contraction: can’t, couldn’t, isn’t'],
  [/\b(rule set|gates?|habit|judged|twins?|governed|palette|rail|openings?)\b/i, 'the word in the glossary'],
  [/\b(shared links?|e-mail|Id)\b/, 'share link, email, ID'],
  [/"[^"]*"|(^|\s)'[^']+'(\s|$)/, 'curly quotes'],
]

const mostWords = 25

type Node = { type: string; [key: string]: unknown }
const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string'

/** Returns the texts in the source of a catalogue. A placeholder of a template becomes “…”. */
function textsOf(source: string) {
  const texts: string[] = []
  const visit = (node: Node) => {
    // Not for people: modules, types and names.
    if (node.type === 'ImportDeclaration' || node.type.startsWith('TS')) {
      if (isNode(node['expression'])) visit(node['expression'])
      return
    }
    if (node.type === 'BinaryExpression' && node['operator'] !== '+') return
    if (node.type === 'Literal' && typeof node['value'] === 'string') texts.push(node['value'])
    if (node.type === 'TemplateLiteral')
      texts.push((node['quasis'] as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('…'))
    for (const [key, value] of Object.entries(node)) {
      if (key === 'key') continue
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child)
    }
  }
  visit(parseAst(source, { lang: 'ts' }) as unknown as Node)
  return texts
}

/** Returns what is wrong with a text, or undefined. */
function faultOf(text: string) {
  for (const [pattern, instead] of forbidden) {
    const found = pattern.exec(text)
    if (found) return `“${found[0]}”: use ${instead}`
  }
  const longest = Math.max(...text.split(/[.:?!;](?:\s|$)/).map((sentence) => sentence.split(/\s+/).length))
  return longest > mostWords ? `a sentence of ${longest} words` : undefined
}

const root = resolve(import.meta.dirname, '..')
const files = globSync('src/web/**/*words.ts', { cwd: root }).toSorted()

describe('a catalogue of the interface', () => {
  it.each(files)('%s follows the language guide', (file) => {
    const texts = textsOf(readFileSync(resolve(root, file), 'utf8'))
    expect(texts.length).toBeGreaterThan(0)
    expect(texts.flatMap((text) => faultOf(text)?.concat(` in “${text}”`) ?? [])).toEqual([])
  })

  it('is checked in templates and functions too', () => {
    const source = "export const words = { a: (n: number) => `${n} may read it.`, b: 'ok', 'address': f('rule set') }"
    expect(textsOf(source).map(faultOf)).toEqual([
      '“may”: use can, for permission',
      undefined,
      '“rule set”: use the word in the glossary',
    ])
    expect(faultOf('Say "no"')).toBe('“"no"”: use curly quotes')
    expect(faultOf('It may be private.')).toBeUndefined()
    expect(faultOf(`${'word '.repeat(26).trim()}.`)).toBe('a sentence of 26 words')
  })
})
