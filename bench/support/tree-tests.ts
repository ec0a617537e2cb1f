import { type DefaultTreeAdapterTypes, defaultTreeAdapter, html } from 'parse5'

export type TreeTest = { source: string; tree: string }

export type TreeTests = { tests: TreeTest[]; skipped: number }

/** Reads a file of html5lib's tree construction tests. Skips those of fragments and of browsers without scripts. */
export function readTreeTests(file: string): TreeTests {
  const all = file.split(/(?:^|\n)#data\n/).slice(1)
  const tests = all.flatMap((text) => {
    const [source = '', rest = ''] = splitAt(text, /(?:^|\n)#errors\n/)
    const [settings, tree = ''] = splitAt(`\n${rest}`, /\n#document\n/)
    return /\n#(?:document-fragment|script-off)/.test(settings ?? '')
      ? []
      : [{ source, tree: withoutComments(tree.trimEnd()) }]
  })
  return { tests, skipped: all.length - tests.length }
}

function splitAt(text: string, separator: RegExp) {
  const found = separator.exec(text)
  return found ? [text.slice(0, found.index), text.slice(found.index + found[0].length)] : [text]
}

/** Empties the comments, whose text our parser doesn't keep. */
const withoutComments = (tree: string) => tree.replace(/^(\| +)<!-- [\s\S]*?-->$(?!\n(?!\| ))/gm, '$1<!--  -->')

/** Writes a tree in the form of these tests. */
export function writeTree(document: DefaultTreeAdapterTypes.Document): string {
  return document.childNodes.flatMap((node) => linesOf(node, '| ')).join('\n')
}

function linesOf(node: DefaultTreeAdapterTypes.ChildNode, indent: string): string[] {
  if (defaultTreeAdapter.isTextNode(node)) return [`${indent}"${node.value}"`]
  if (defaultTreeAdapter.isCommentNode(node)) return [`${indent}<!--  -->`]
  if (defaultTreeAdapter.isDocumentTypeNode(node)) {
    const { name, publicId, systemId } = node
    return [`${indent}<!DOCTYPE ${name}${publicId || systemId ? ` "${publicId}" "${systemId}"` : ''}>`]
  }
  const deeper = `${indent}  `
  const attributes = node.attrs.map(
    ({ prefix, name, value }) => `${deeper}${prefix ? `${prefix} ` : ''}${name}="${value}"`,
  )
  const children = node.childNodes.flatMap((child) => linesOf(child, deeper))
  const content =
    'content' in node
      ? [`${deeper}content`, ...node.content.childNodes.flatMap((child) => linesOf(child, `${deeper}  `))]
      : []
  return [`${indent}<${prefixOf(node.namespaceURI)}${node.tagName}>`, ...attributes.toSorted(), ...content, ...children]
}

const prefixOf = (namespace: html.NS) =>
  namespace === html.NS.SVG ? 'svg ' : namespace === html.NS.MATHML ? 'math ' : ''
