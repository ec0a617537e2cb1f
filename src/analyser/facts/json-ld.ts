import { type ParseErrorCode, visit } from 'jsonc-parser'
import { isReference, isSchemaOrg, isObject, asList, ownValue, type SchemaObject } from './schema-objects.ts'
import { clip, type Cut, cutList, plain } from './text.ts'
import { attribute, type Element } from './tree.ts'
import { childText, type Handlers, type Ordinal } from './walk.ts'

export type JsonLd = {
  types: string[]
  problem: 'invalid' | 'untyped' | null
  /** The fault and its position in the block. */
  note: string | null
  at: Ordinal
}

export type StructuredFacts = { jsonLd: Cut<JsonLd>; broken: Cut<JsonLd> }

/** Returns the blocks that are no JSON. Older reports count those without a type as broken. */
export function invalidBlocks({ items, total }: Cut<JsonLd>): Cut<JsonLd> {
  const invalid = items.filter(({ problem }) => problem === 'invalid')
  return { items: invalid, total: total - (items.length - invalid.length) }
}

const maxTypes = 50

export const notObjects = 'JSON-LD is an object or a list of objects.'
export const emptyBlock = 'The block is empty.'

/** Collects JSON-LD blocks: their syntax errors, and the types at their top level, in arrays and in `@graph`. */
export function collectStructured() {
  const jsonLd = cutList<JsonLd>()
  const broken = cutList<JsonLd>()
  const handlers: Handlers = {
    script(element, { ordinal, noscript }) {
      if (noscript || !isJsonLd(element)) return
      const block = { ...describeBlock(readBlock(element)), at: ordinal }
      jsonLd.add(() => block)
      if (block.problem === 'invalid') broken.add(() => block)
    },
  }
  return { handlers, finish: (): StructuredFacts => ({ jsonLd: plain(jsonLd), broken: plain(broken) }) }
}

function describeBlock({ text, value, valid }: Block): Omit<JsonLd, 'at'> {
  if (text.trim() === '') return { types: [], problem: 'invalid', note: emptyBlock }
  if (!valid) return { types: [], problem: 'invalid', note: describeJsonError(text) }
  if (!asList(value).every(isObject)) return { types: [], problem: 'invalid', note: notObjects }
  const types = [...typesAtTop(value)]
  return types.length > 0
    ? { types, problem: null, note: null }
    : { types, problem: 'untyped', note: 'There’s no top-level @type.' }
}

function typesAtTop(value: unknown): Set<string> {
  const types = new Set<string>()
  for (const node of asList(value)) {
    for (const object of [node, ...(isObject(node) ? asList(ownValue(node, '@graph')) : [])]) {
      for (const type of isObject(object) ? asList(ownValue(object, '@type')) : []) {
        if (typeof type === 'string' && type.trim() && types.size < maxTypes) types.add(clip(type.trim(), 100))
      }
    }
  }
  return types
}

function describeJsonError(text: string): string {
  const at = jsonErrorAt(text)
  if (at === undefined) return 'The JSON is invalid, and too deeply nested to say where.'
  const line = text.slice(0, at).split('\n').length
  if (text.slice(at).trim() === '') return `The JSON ends unexpectedly at line ${line} of the block.`
  const near = text.slice(Math.max(0, at - 20), at + 20).replace(/\s+/g, ' ')
  return clip(`Invalid JSON at line ${line} of the block, near: “${near}”`, 200)
}

/** A parsed JSON-LD block. `text` has no wrapping comments, and every character keeps its position. */
export type Block = { text: string; value: unknown; valid: boolean }

/** Parsed blocks by element, because two collectors read each block. Entries go with their element. */
const blocks = new WeakMap<Element, Block>()

export function isJsonLd(element: Element): boolean {
  const type = (attribute(element, 'type') ?? '').slice(0, 200).split(';')[0]
  return type?.trim().toLowerCase() === 'application/ld+json'
}

export function readBlock(element: Element): Block {
  const known = blocks.get(element)
  if (known) return known
  const text = unwrap(childText(element))
  const block = { text, ...parse(text) }
  blocks.set(element, block)
  return block
}

function parse(text: string): Pick<Block, 'value' | 'valid'> {
  try {
    return { value: withoutAliases(JSON.parse(text)), valid: true }
  } catch {
    return { value: undefined, valid: false }
  }
}

const keywords = ['@type', '@id', '@graph', '@value'] as const
/** The context of schema.org makes these the names of keywords (JSON-LD 1.1, 4.1.6). */
const schemaOrgAliases: readonly (readonly [string, string])[] = [
  ['type', '@type'],
  ['id', '@id'],
]

/** Gives the properties that a context makes aliases of keywords the names of these keywords. */
function withoutAliases(value: unknown): unknown {
  for (const top of asList(value)) {
    if (!isObject(top)) continue
    const contexts = asList(ownValue(top, '@context'))
    const aliases = contexts.flatMap((context) =>
      isSchemaOrg(context)
        ? schemaOrgAliases
        : isObject(context)
          ? Object.entries(context).filter((entry): entry is [string, string] => keywords.includes(entry[1] as never))
          : [],
    )
    if (aliases.length > 0) renameKeys(top, aliases.slice(0, 10))
  }
  return value
}

/** Renames keys in an object and everything inside it. Iterative, because the nesting can be deep. */
function renameKeys(top: SchemaObject, aliases: readonly (readonly [string, string])[]) {
  const stack: unknown[] = [top]
  while (stack.length > 0) {
    const one = stack.pop()
    if (typeof one !== 'object' || one === null) continue
    if (isObject(one))
      for (const [alias, keyword] of aliases)
        if (Object.hasOwn(one, alias) && !Object.hasOwn(one, keyword)) {
          one[keyword] = one[alias]
          Reflect.deleteProperty(one, alias)
        }
    for (const [name, inside] of Object.entries(one)) if (name !== '@context') stack.push(inside)
  }
}

const openers = ['<!--', '//<![CDATA[', '// <![CDATA[', '/*<![CDATA[*/', '/* <![CDATA[ */', '<![CDATA[']
const closers = ['//-->', '-->', '//]]>', '// ]]>', '/*]]>*/', '/* ]]> */', ']]>']

/** Replaces comments and CDATA around the JSON by spaces. Readers of JSON-LD accept this old habit. */
function unwrap(text: string): string {
  let plain = text
  for (let turn = 0; turn < 2; turn++) {
    const from = plain.length - plain.trimStart().length
    const opener = openers.find((opener) => plain.startsWith(opener, from))
    if (!opener) return plain
    plain = ' '.repeat(from) + ' '.repeat(opener.length) + plain.slice(from + opener.length)
    const to = plain.trimEnd().length
    const closer = closers.find((closer) => plain.endsWith(closer, to))
    if (closer) plain = plain.slice(0, to - closer.length) + ' '.repeat(closer.length)
  }
  return plain
}

export type Vocabulary = 'schema.org' | 'none' | 'other'

/**
 * Returns the objects at the top level of a block, inside arrays and `@graph`, with their vocabulary by the context.
 */
export function rootsOf(value: unknown): { object: SchemaObject; vocabulary: Vocabulary }[] {
  return asList(value).flatMap((top) => {
    if (!isObject(top)) return []
    const vocabulary = vocabularyOf(ownValue(top, '@context'))
    const graph = asList(ownValue(top, '@graph')).filter(isObject)
    return [top, ...graph]
      .filter((object) => Object.hasOwn(object, '@type') && !isReference(object))
      .map((object) => ({
        object,
        vocabulary:
          object !== top && Object.hasOwn(object, '@context') ? vocabularyOf(ownValue(object, '@context')) : vocabulary,
      }))
  })
}

function vocabularyOf(context: unknown): Vocabulary {
  const contexts = asList(context).filter((item) => item !== null)
  if (contexts.length === 0) return 'none'
  const usesSchemaOrg = (value: unknown) =>
    isSchemaOrg(value) || (isObject(value) && Object.values(value).slice(0, 100).some(isSchemaOrg))
  return contexts.slice(0, 20).some(usesSchemaOrg) ? 'schema.org' : 'other'
}

/** Safety limit: the parser calls itself for each level. */
const maxDepth = 1_000

class Stop extends Error {}

/**
 * Returns the offset of the first error in a text that isn't JSON, which the engine's own messages contain only
 * sometimes. Undefined if nesting is too deep to find it.
 */
export function jsonErrorAt(text: string): number | undefined {
  let depth = 0
  let offset: number | undefined
  const enter = () => {
    depth += 1
    if (depth > maxDepth) throw new Stop()
  }
  const leave = () => {
    depth -= 1
  }
  const onError = (_: ParseErrorCode, at: number) => {
    offset = at
    throw new Stop()
  }
  const visitor = { onObjectBegin: enter, onArrayBegin: enter, onObjectEnd: leave, onArrayEnd: leave, onError }
  try {
    visit(text, visitor, { disallowComments: true })
  } catch (error) {
    if (!(error instanceof Stop)) throw error
  }
  return offset
}
