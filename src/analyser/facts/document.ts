import { defaultTreeAdapter } from 'parse5'
import type { CharsetFacts } from './charset.ts'
import { clip, clipOrNull, collapse, type Cut, cutList, limits, plain } from './text.ts'
import { attribute, type Element, type TextNode, type Tree } from './tree.ts'
import { isHttp, resolve } from './urls.ts'
import type { Handlers, OnElement, Ordinal } from './walk.ts'

export type DocumentFacts = {
  doctype: { name: string; publicId: string; systemId: string } | null
  mode: 'no-quirks' | 'limited-quirks' | 'quirks'
  /** Null if the attribute is absent. */
  lang: string | null
  htmlAt: Ordinal | null
  /** The URL against which relative URLs are resolved. */
  baseUrl: string
  nodes: number
  elements: number
  depth: number
  /** The page has more nodes than the parser's limit, and the tree ends early. */
  cut: boolean
  /**
   * The line from which XHTML is not well-formed, so that browsers show an error in place of the rest. Missing from
   * older stored facts.
   */
  brokenAt?: number | null
  /** Length of the visible text with collapsed white space. */
  textLength: number
}

/** Safety limit: one declaration counts, and a second contradicts it. */
const maxDeclarations = 5

/**
 * Collects the html element's language, the declarations of an encoding, and the first base element, which the
 * HTML standard respects wherever it is.
 */
export function collectRoot() {
  let lang: string | null = null
  let htmlAt: number | null = null
  let baseHref: string | null = null
  const declared: NonNullable<CharsetFacts['meta']>[] = []
  const handlers: Handlers = {
    html(element, { ordinal, noscript }) {
      if (htmlAt !== null || noscript) return
      htmlAt = ordinal
      lang = clipOrNull(attribute(element, 'lang'), 100)
    },
    base(element, { noscript }) {
      if (!noscript) baseHref ??= attribute(element, 'href')
    },
    meta(element, { ordinal, noscript }) {
      if (declared.length === maxDeclarations || noscript) return
      const label = charsetOf(element)
      if (label) declared.push({ label: clip(label, 60), at: ordinal })
    },
  }
  /**
   * Returns the base URL. Every link is resolved against it, so a long base would cost its length each time, and the
   * URLs below it would be too long anyway.
   */
  const base = (finalUrl: string) => {
    const url = baseHref === null ? null : resolve(baseHref, finalUrl)
    if (!url || !isHttp(url)) return finalUrl
    return url.href.length > limits.url ? `${url.origin}/` : url.href
  }
  return { handlers, base, declaredCharsets: () => declared, finish: () => ({ lang, htmlAt }) }
}

/** Extracts an encoding from a meta element as the HTML standard does. */
function charsetOf(element: Element): string | null {
  const label = attribute(element, 'charset')
  if (label !== null) return label.trim()
  if (attribute(element, 'http-equiv')?.toLowerCase() !== 'content-type') return null
  const found = /charset\s{0,20}=\s{0,20}(?:"([^"]{0,100})"|'([^']{0,100})'|([^\s;"']{1,100}))/i.exec(
    (attribute(element, 'content') ?? '').slice(0, 500),
  )
  return found ? (found[1] ?? found[2] ?? found[3] ?? '').trim() : null
}

export function readDoctype({ document }: Tree): Pick<DocumentFacts, 'doctype' | 'mode'> {
  const node = document.childNodes.find(defaultTreeAdapter.isDocumentTypeNode)
  const doctype = node
    ? { name: clip(node.name, 60), publicId: clip(node.publicId, 200), systemId: clip(node.systemId, 200) }
    : null
  return { doctype, mode: document.mode }
}

/**
 * The content that ended the head before its end tag and the body's start tag, so that the rest is in the body: an
 * element that is not allowed in the head, or `text`, of which the start is kept. Null if none did.
 */
export type HeadFacts = {
  endedBy: { name: string; line: number | null; at: Ordinal | null; text: string | null } | null
}

export function collectHead() {
  let hasEnd = false
  let endedBy: HeadFacts['endedBy'] = null
  const handlers: Handlers = {
    head({ sourceCodeLocation }, { inHead, noscript }) {
      if (inHead && !noscript) hasEnd = sourceCodeLocation?.endTag !== undefined
    },
    body({ childNodes, sourceCodeLocation }, { ordinal, noscript }) {
      if (noscript || hasEnd || sourceCodeLocation?.startTag) return
      const first = childNodes.find(({ nodeName }) => nodeName !== '#comment')
      if (!first) return
      endedBy = defaultTreeAdapter.isElementNode(first)
        ? {
            name: clip(first.tagName, 60),
            line: first.sourceCodeLocation?.startLine ?? null,
            at: ordinal + 1,
            text: null,
          }
        : { name: 'text', line: null, at: null, text: clip(collapse((first as TextNode).value.slice(0, 300)), 60) }
    },
  }
  return { handlers, finish: (): HeadFacts => ({ endedBy }) }
}

/** IDs that several elements share. `at` is the second of them. */
export type IdFacts = { repeated: Cut<{ id: string; count: number; at: Ordinal }> }

const maxIdLength = 200

export function collectIds() {
  const seen = new Set<string>()
  const repeats = new Map<string, { count: number; at: Ordinal }>()
  const onMarked: OnElement = (_, { ordinal, id, noscript, shadow }) => {
    if (!id || noscript || shadow) return
    if (!seen.has(id)) {
      seen.add(id)
      return
    }
    const repeat = repeats.get(id)
    if (repeat) repeat.count++
    else repeats.set(id, { count: 2, at: ordinal })
  }
  const finish = (): IdFacts => {
    const repeated = cutList<{ id: string; count: number; at: Ordinal }>()
    for (const [id, { count, at }] of repeats) repeated.add(() => ({ id: clip(id, maxIdLength), count, at }))
    return { repeated: plain(repeated) }
  }
  return { handlers: {}, onMarked, finish, repeats }
}

/** The empty element that a JavaScript framework fills; null if there is none. */
export type AppRootFacts = { at: Ordinal | null }

/** IDs that React, Next.js, Vue, Nuxt, Angular, Svelte and Gatsby templates give to that element. */
export const appRootIds = new Set([
  'root',
  'app',
  '__next',
  '__nuxt',
  '___gatsby',
  'svelte',
  'main-app',
  'react-root',
  'app-root',
])

export function collectAppRoot() {
  let at: Ordinal | null = null
  const note = (element: Element, ordinal: Ordinal) => {
    const isEmpty = element.childNodes.every((child) => child.nodeName === '#comment' || isBlank(child))
    if (isEmpty) at ??= ordinal
  }
  const onMarked: OnElement = (element, { ordinal, id, noscript }) => {
    if (id !== null && !noscript && appRootIds.has(id)) note(element, ordinal)
  }
  const handlers: Handlers = {
    'app-root'(element, { ordinal, noscript }) {
      if (!noscript) note(element, ordinal)
    },
  }
  return { handlers, onMarked, finish: (): AppRootFacts => ({ at }) }
}

const isBlank = (node: object) => 'value' in node && typeof node.value === 'string' && node.value.trim() === ''
