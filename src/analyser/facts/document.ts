import { defaultTreeAdapter } from 'parse5'
import type { DocumentFacts } from '../page-facts.ts'
import { isWeb, resolve } from './addresses.ts'
import { clip, clipOrNull } from './text.ts'
import { attribute, type Tree } from './tree.ts'
import type { Handlers } from './walk.ts'

/** The html element's language and the first base element, which the HTML standard honours wherever it stands. */
export function collectRoot() {
  let lang: string | null = null
  let htmlAt: number | null = null
  let baseHref: string | null = null
  const handlers: Handlers = {
    html(element, { ordinal, noscript }) {
      if (htmlAt !== null || noscript) return
      htmlAt = ordinal
      lang = clipOrNull(attribute(element, 'lang') ?? attribute(element, 'xml:lang'), 100)
    },
    base(element, { noscript }) {
      if (!noscript) baseHref ??= attribute(element, 'href')
    },
  }
  const base = (finalUrl: string) => {
    const url = baseHref === null ? null : resolve(baseHref, finalUrl)
    return url && isWeb(url) ? url.href : finalUrl
  }
  return { handlers, base, finish: () => ({ lang, htmlAt }) }
}

export function readDoctype({ document }: Tree): Pick<DocumentFacts, 'doctype' | 'mode'> {
  const node = document.childNodes.find(defaultTreeAdapter.isDocumentTypeNode)
  const doctype = node ? { name: clip(node.name, 60), publicId: clip(node.publicId, 200), systemId: clip(node.systemId, 200) } : null
  return { doctype, mode: document.mode }
}
