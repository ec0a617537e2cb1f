import { type Atrule, type CssNode, type Declaration, generate, lexer, parse } from 'css-tree'

/** What CSS makes a browser load. */
export type CssUrl = { url: string; kind: 'style' | 'font' | 'css-image' }

/** Safety limits of one style sheet or attribute: UTF-16 units, and URLs. */
const maxLength = 500_000
const maxUrls = 100

/** The URLs of CSS, those of custom properties apart, which load nothing until a property uses them. */
export type CssUrls = { urls: CssUrl[]; custom: Map<string, { urls: CssUrl[]; uses: string[] }>; uses: string[] }

/** Returns what a style sheet loads. */
export const sheetUrls = (css: string): CssUrls =>
  urlsIn(parse(css.slice(0, maxLength), { parseCustomProperty: true, onParseError: () => {} }))

/** Returns what a style attribute loads. */
export const attributeUrls = (css: string): CssUrls =>
  urlsIn(
    parse(css.slice(0, maxLength), { context: 'declarationList', parseCustomProperty: true, onParseError: () => {} }),
  )

/** Returns the URLs of all CSS of a page: those that properties load, and those of custom properties that they use. */
export function loadedUrls<Place>(parts: readonly (CssUrls & { place: Place })[]): (CssUrl & { place: Place })[] {
  const custom = Map.groupBy(
    parts.flatMap(({ custom: own, place }) => [...own].map(([name, value]) => ({ name, place, ...value }))),
    ({ name }) => name,
  )
  const loaded = parts.flatMap(({ urls, place }) => urls.map((url) => ({ ...url, place })))
  const open = [...new Set(parts.flatMap(({ uses }) => uses))]
  const seen = new Set(open)
  for (let name = open.pop(); name !== undefined; name = open.pop())
    for (const { urls, uses, place } of custom.get(name) ?? []) {
      loaded.push(...urls.map((url) => ({ ...url, place })))
      for (const use of uses)
        if (!seen.has(use)) {
          seen.add(use)
          open.push(use)
        }
    }
  return loaded
}

/** Only properties of other browsers load these. */
const unknownHere = /^(?:-ms-|-moz-|-o-|behavior$|[*_])/
/** Fonts of old browsers, which others skip by their format. */
const oldFormats = /^["']?(?:embedded-opentype|svg)["']?$/i

function urlsIn(tree: CssNode): CssUrls {
  const found: CssUrls = { urls: [], custom: new Map(), uses: [] }
  if (tree.type === 'DeclarationList') readDeclarations(tree.children, found)
  if (tree.type === 'StyleSheet') readRules(tree.children, found)
  return { ...found, urls: found.urls.slice(0, maxUrls) }
}

function readRules(rules: Iterable<CssNode>, found: CssUrls, isTop = true) {
  let canImport = isTop
  for (const node of rules) {
    if (node.type === 'Atrule') {
      if (canImport && node.name.toLowerCase() === 'import') found.urls.push(...importOf(node))
      // Only these can stand before an @import.
      const name = node.name.toLowerCase()
      canImport &&= name === 'import' || name === 'charset' || (name === 'layer' && node.block === null)
      readAtrule(node, name, found)
    } else if (node.type === 'Rule') {
      canImport = false
      readBlock(node.block.children, found)
    } else if (node.type === 'Raw' && node.value.trim() !== '') canImport = false
  }
}

/** Blocks of style sheets that no screen shows. */
const isForPrint = ({ prelude }: Atrule) => prelude !== null && /^\s*(?:only\s+)?print\s*$/i.test(generate(prelude))

function readAtrule(node: Atrule, name: string, found: CssUrls) {
  if (node.block === null || (name === 'media' && isForPrint(node))) return
  if (name === 'font-face') {
    for (const child of node.block.children)
      if (child.type === 'Declaration' && child.property.toLowerCase() === 'src') found.urls.push(...fontsOf(child))
  } else if (!/^(?:property|counter-style|page|font-[\w-]+)$/.test(name)) readBlock(node.block.children, found)
}

/** Reads the declarations of a block, and the rules nested in it. */
function readBlock(children: Iterable<CssNode>, found: CssUrls) {
  const nodes = [...children]
  readDeclarations(nodes, found)
  readRules(
    nodes.filter(({ type }) => type !== 'Declaration'),
    found,
    false,
  )
}

/** The last valid declaration of a property counts, or the last important one. */
function readDeclarations(children: Iterable<CssNode>, found: CssUrls) {
  const last = new Map<string, Declaration>()
  for (const node of children) {
    if (node.type !== 'Declaration') continue
    const name = node.property.startsWith('--') ? node.property : node.property.toLowerCase()
    if (!isValid(node, name) || (last.get(name)?.important && !node.important)) continue
    if (name === 'background' && !last.get('background-image')?.important) last.delete('background-image')
    last.set(name, node)
  }
  for (const [name, { value }] of last) {
    const urls = imagesIn(value)
    const uses = variablesIn(value)
    if (!name.startsWith('--')) {
      found.urls.push(...urls)
      found.uses.push(...uses)
    } else if (urls.length + uses.length > 0) {
      const before = found.custom.get(name)
      found.custom.set(name, {
        urls: [...(before?.urls ?? []), ...urls],
        uses: [...(before?.uses ?? []), ...uses],
      })
    }
  }
}

/** Functions that are too new for the known syntax of properties. */
const newFunctions = /(?:var|env|attr|image-set|cross-fade|light-dark)\(/i

function isValid({ value }: Declaration, name: string): boolean {
  if (name.startsWith('--')) return true
  if (unknownHere.test(name) || lexer.getProperty(name) === null) return false
  if (value.type === 'Raw' || name.startsWith('-webkit-') || newFunctions.test(generate(value))) return true
  return lexer.matchProperty(name, value).error === null
}

/** Returns the URLs of a value, and the strings of image-set(), which are URLs too. Other strings are text. */
function imagesIn(value: CssNode, isInSet = false): CssUrl[] {
  if (value.type === 'Url' || (value.type === 'String' && isInSet)) return [{ url: value.value, kind: 'css-image' }]
  if (value.type === 'Function') {
    const inSet = /^(?:-webkit-)?image-set$/i.test(value.name)
    return [...value.children].flatMap((child) => imagesIn(child, inSet))
  }
  return 'children' in value && value.children ? [...value.children].flatMap((child) => imagesIn(child, isInSet)) : []
}

/** Returns the custom properties that a value uses. */
function variablesIn(value: CssNode): string[] {
  if (value.type === 'Raw')
    return [...value.value.matchAll(/var\(\s*(--[^\s,)]{1,200})/gi)].map(([, name = '']) => name)
  const names =
    value.type === 'Function' && value.name.toLowerCase() === 'var'
      ? [...value.children].flatMap((child) => (child.type === 'Identifier' ? [child.name] : []))
      : []
  const below = 'children' in value && value.children ? [...value.children].flatMap((child) => variablesIn(child)) : []
  return [...names, ...below]
}

/** Returns the fonts of a src descriptor whose format browsers know. */
function fontsOf({ value }: Declaration): CssUrl[] {
  if (!('children' in value) || !value.children) return []
  const fonts: CssUrl[] = []
  for (const node of value.children) {
    if (node.type === 'Url') fonts.push({ url: node.value, kind: 'font' })
    const isOld =
      node.type === 'Function' && node.name.toLowerCase() === 'format' && oldFormats.test(generate(node).slice(7, -1))
    if (isOld) fonts.pop()
  }
  return fonts
}

/** Returns the URL of an @import, also of one for print, which browsers load late. */
function importOf({ prelude }: Atrule): CssUrl[] {
  if (prelude === null || prelude.type !== 'AtrulePrelude') return []
  const first = prelude.children.first
  return first?.type === 'Url' || first?.type === 'String' ? [{ url: first.value, kind: 'style' }] : []
}

/** Returns the URLs of imported style sheets that a screen waits for. */
export function blockingImports(css: string): string[] {
  if (!/@import/i.test(css)) return []
  const tree = parse(css.slice(0, maxLength), { parseRulePrelude: false, parseValue: false, onParseError: () => {} })
  const urls: string[] = []
  if (tree.type !== 'StyleSheet') return urls
  for (const node of tree.children) {
    if (node.type === 'Comment' || node.type === 'CDO' || node.type === 'CDC') continue
    if (node.type !== 'Atrule') break
    const name = node.name.toLowerCase()
    const isFirst = name === 'import' || name === 'charset' || (name === 'layer' && node.block === null)
    if (!isFirst) break
    const isPrinted = node.prelude !== null && /\bprint\s*$/i.test(generate(node.prelude))
    if (name === 'import' && !isPrinted) urls.push(...importOf(node).map(({ url }) => url))
  }
  return urls.slice(0, maxUrls)
}
