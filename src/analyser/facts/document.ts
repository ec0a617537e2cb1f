import { defaultTreeAdapter } from 'parse5'
import type { CharsetFacts, DocumentFacts } from '../page-facts.ts'
import { isWeb, resolve } from './addresses.ts'
import { clip, clipOrNull, limits } from './text.ts'
import { attribute, type Element, type Tree } from './tree.ts'
import type { Handlers } from './walk.ts'

/** The html element's language, the first declaration of an encoding, and the first base element, which the HTML standard honours wherever it stands. */
export function collectRoot() {
  let lang: string | null = null
  let htmlAt: number | null = null
  let baseHref: string | null = null
  let declared: NonNullable<CharsetFacts['meta']> | null = null
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
      if (declared !== null || noscript) return
      const label = charsetOf(element)
      if (label) declared = { label: clip(label, 60), at: ordinal }
    },
  }
  /** Every link is resolved against it, so a long one would cost its length each time; addresses below it would be too long anyway. */
  const base = (finalUrl: string) => {
    const url = baseHref === null ? null : resolve(baseHref, finalUrl)
    if (!url || !isWeb(url)) return finalUrl
    return url.href.length > limits.url ? `${url.origin}/` : url.href
  }
  return { handlers, base, declaredCharset: () => declared, finish: () => ({ lang, htmlAt }) }
}

/** As the HTML standard extracts an encoding from a meta element. */
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
