import { type Declaration, generate, lexer, parse } from 'css-tree'

/** Safety limit in UTF-16 units. Longer style attributes are read up to it. */
const maxLength = 4000

/** Declared values by property, in lower case. */
export type Declarations = Map<string, { value: string; important: boolean }>

/**
 * Returns the declared values of the properties wanted, in lower case, by the rules of CSS: the last valid declaration
 * of a property counts, and `!important` counts more. Custom properties, comments and strings declare nothing.
 */
export function declarations(style: string, wanted: readonly string[]): Map<string, string> {
  const found: Declarations = new Map()
  const list = parse(style.slice(0, maxLength), { context: 'declarationList', onParseError: () => {} })
  if (list.type !== 'DeclarationList') return new Map()
  for (const node of list.children) if (node.type === 'Declaration') addDeclaration(found, node, wanted)
  return new Map([...found].map(([name, { value }]) => [name, value]))
}

/** Adds a declaration if it is valid and not overridden by an earlier one that is more important. */
export function addDeclaration(
  found: Declarations,
  { property, value, important }: Declaration,
  wanted: readonly string[],
) {
  const name = property.toLowerCase()
  if (!wanted.includes(name)) return
  const text = generate(value).toLowerCase()
  // A value with var() is valid until it is computed.
  if (!text.includes('var(') && lexer.matchProperty(name, value).error !== null) return
  if (found.get(name)?.important && !important) return
  found.set(name, { value: text, important: important !== false })
}

const display = ['display']

/** Returns the value of `display` in a style attribute, or null if it declares none. */
export const declaredDisplay = (style: string | null): string | null =>
  style !== null && /display/i.test(style) ? (declarations(style, display).get('display') ?? null) : null

const hiding = ['display', 'visibility', 'opacity']

/** Returns true if declarations hide an element that has them. */
export function hiddenBy(style: string | null): boolean {
  if (style === null || !/display|visibility|opacity/i.test(style)) return false
  const found = declarations(style, hiding)
  return (
    found.get('display') === 'none' ||
    found.get('visibility') === 'hidden' ||
    /^(?:0|0?\.0+|0%)$/.test(found.get('opacity') ?? '')
  )
}
