import type { JsonLd, StructuredFacts } from '../page-facts.ts'
import { jsonErrorAt } from './json-error.ts'
import { type Block, isJsonLd, readBlock } from './json-ld.ts'
import { clip, cutList, plain } from './text.ts'
import { isThing, list, own } from './thing.ts'
import type { Handlers } from './walk.ts'

const typeLimit = 50

/** JSON-LD blocks: whether they parse, and the types at their top, inside arrays and inside `@graph`. */
export function collectStructured() {
  const jsonLd = cutList<JsonLd>()
  const broken = cutList<JsonLd>()
  const handlers: Handlers = {
    script(element, { ordinal, noscript }) {
      if (noscript || !isJsonLd(element)) return
      const block = { ...judgeBlock(readBlock(element)), at: ordinal }
      jsonLd.add(() => block)
      if (block.problem) broken.add(() => block)
    },
  }
  return { handlers, finish: (): StructuredFacts => ({ jsonLd: plain(jsonLd), broken: plain(broken) }) }
}

function judgeBlock({ text, value, valid }: Block): Omit<JsonLd, 'at'> {
  if (text.trim() === '') return { types: [], problem: 'invalid', note: 'The block is empty.' }
  if (!valid) return { types: [], problem: 'invalid', note: whereItBreaks(text) }
  const types = [...typesAtTop(value)]
  return types.length > 0
    ? { types, problem: null, note: null }
    : { types, problem: 'untyped', note: 'Nothing at its top has an @type.' }
}

function typesAtTop(value: unknown): Set<string> {
  const types = new Set<string>()
  for (const node of list(value)) {
    for (const one of [node, ...(isThing(node) ? list(own(node, '@graph')) : [])]) {
      for (const type of isThing(one) ? list(own(one, '@type')) : []) {
        if (typeof type === 'string' && type.trim() && types.size < typeLimit) types.add(clip(type.trim(), 100))
      }
    }
  }
  return types
}

function whereItBreaks(text: string): string {
  const at = jsonErrorAt(text) ?? text.length
  const line = text.slice(0, at).split('\n').length
  if (text.slice(at).trim() === '') return `It is not valid JSON: it ends too early, at line ${line} of the block.`
  const near = text.slice(Math.max(0, at - 20), at + 20).replace(/\s+/g, ' ')
  return clip(`It is not valid JSON at line ${line} of the block, near: ${near}`, 200)
}
