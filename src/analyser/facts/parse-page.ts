import { defaultTreeAdapter, html, parse } from 'parse5'
import { showShadowRoots } from './shadow-roots.ts'
import { attribute, createTreeAdapter, type Element, isScript, maxNodes, stopsEarly, type Tree } from './tree.ts'
import { parseXhtml } from './xhtml.ts'

/**
 * Parses as a browser with scripts does: XHTML as XML, and with the content of declarative shadow roots. Beyond
 * {@link maxNodes} nodes it returns the tree built so far.
 */
export function parsePage(source: string, isXhtml = false): Tree {
  const budget = { left: maxNodes }
  const document = defaultTreeAdapter.createDocument()
  const shadowTemplates: Element[] = []
  let hasScripts = false
  const adapter = createTreeAdapter(budget, (element) => {
    if (element.tagName === 'script') hasScripts ||= isScript(element)
    if (element.tagName === 'template' && attribute(element, 'shadowrootmode') !== null) shadowTemplates.push(element)
  })
  let brokenAt: number | null = null
  const cut = stopsEarly(() => {
    if (isXhtml) {
      defaultTreeAdapter.setDocumentMode(document, html.DOCUMENT_MODE.NO_QUIRKS)
      brokenAt = parseXhtml(source, document, adapter)
    } else {
      const treeAdapter = { ...adapter, createDocument: () => document }
      parse(source, { treeAdapter, scriptingEnabled: true, sourceCodeLocationInfo: true })
    }
  })
  if (!isXhtml) showShadowRoots(shadowTemplates)
  return { document, nodes: maxNodes - Math.max(budget.left, 0), cut, hasScripts, brokenAt, budget }
}
