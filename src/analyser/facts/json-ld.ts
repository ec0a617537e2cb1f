import { isReference, isSchemaOrg, isThing, list, own, type Thing } from './thing.ts'
import { attribute, type Element } from './tree.ts'
import { childText } from './walk.ts'

/** A block of JSON-LD as read; `text` without what authors put around the JSON, every character where it was. */
export type Block = { text: string; value: unknown; valid: boolean }

/** Two collectors read the same blocks, and large ones are read once. */
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
    return { value: JSON.parse(text), valid: true }
  } catch {
    return { value: undefined, valid: false }
  }
}

const openers = ['<!--', '//<![CDATA[', '// <![CDATA[', '/*<![CDATA[*/', '/* <![CDATA[ */', '<![CDATA[']
const closers = ['//-->', '-->', '//]]>', '// ]]>', '/*]]>*/', '/* ]]> */', ']]>']

/** Comments and CDATA around the JSON, an old habit that readers of JSON-LD forgive, become spaces. */
function unwrap(text: string): string {
  let plain = text
  for (let turn = 0; turn < 2; turn++) {
    const from = plain.length - plain.trimStart().length
    const opener = openers.find((one) => plain.startsWith(one, from))
    if (!opener) return plain
    plain = ' '.repeat(from) + ' '.repeat(opener.length) + plain.slice(from + opener.length)
    const to = plain.trimEnd().length
    const closer = closers.find((one) => plain.endsWith(one, to))
    if (closer) plain = plain.slice(0, to - closer.length) + ' '.repeat(closer.length)
  }
  return plain
}

export type Vocabulary = 'schema.org' | 'none' | 'other'

/** The things at the top of a block, inside arrays and `@graph`, with the vocabulary that the context gives them. */
export function rootsOf(value: unknown): { thing: Thing; vocabulary: Vocabulary }[] {
  return list(value).flatMap((top) => {
    if (!isThing(top)) return []
    const vocabulary = vocabularyOf(own(top, '@context'))
    const graph = list(own(top, '@graph')).filter(isThing)
    return [top, ...graph]
      .filter((thing) => Object.hasOwn(thing, '@type') && !isReference(thing))
      .map((thing) => ({
        thing,
        vocabulary:
          thing !== top && Object.hasOwn(thing, '@context') ? vocabularyOf(own(thing, '@context')) : vocabulary,
      }))
  })
}

function vocabularyOf(context: unknown): Vocabulary {
  const contexts = list(context).filter((one) => one !== null)
  if (contexts.length === 0) return 'none'
  const speaks = (one: unknown) =>
    isSchemaOrg(one) || (isThing(one) && Object.values(one).slice(0, 100).some(isSchemaOrg))
  return contexts.slice(0, 20).some(speaks) ? 'schema.org' : 'other'
}

/** Every thing in a value that has an @id and says more than that, in its order. Keeps its own stack, for nesting may be deep. */
export function nameThings(value: unknown, named: Map<string, Thing>) {
  const stack: unknown[] = [value]
  while (stack.length > 0) {
    const one = stack.pop()
    if (typeof one !== 'object' || one === null) continue
    if (isThing(one)) {
      const id = own(one, '@id')
      if (typeof id === 'string' && !named.has(id) && !isReference(one)) named.set(id, one)
    }
    const inside: unknown[] = Object.values(one)
    for (let at = inside.length - 1; at >= 0; at--) if (typeof inside[at] === 'object') stack.push(inside[at])
  }
}
