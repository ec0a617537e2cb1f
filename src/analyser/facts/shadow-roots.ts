import { defaultTreeAdapter } from 'parse5'
import { attribute, type Element, type ParentNode, unshown } from './tree.ts'

/** Elements that can have a shadow root, apart from custom elements (DOM standard, "valid shadow host name"). */
const hosts = new Set(
  'article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span'.split(' '),
)

type Child = ParentNode['childNodes'][number]

/**
 * Turns declarative shadow roots into the tree that a browser shows, and Google indexes: the content of the template
 * takes the place of the host's content, which appears in the slots. Content without a slot stays in the template and
 * is not shown. Templates are given in document order.
 */
export function showShadowRoots(templates: readonly Element[]) {
  const done = new Set<ParentNode>()
  for (const template of templates) {
    const host = template.parentNode
    if (!host || done.has(host) || !isHost(host) || !isShadowTemplate(template)) continue
    done.add(host)
    showShadowRoot(host, template)
  }
}

const isHost = (node: ParentNode): node is Element =>
  defaultTreeAdapter.isElementNode(node) && (hosts.has(node.tagName) || /^[a-z][^\s/>]*-/.test(node.tagName))

function isShadowTemplate(node: Element): node is Element & { content: ParentNode } {
  const mode = attribute(node, 'shadowrootmode')?.toLowerCase()
  return 'content' in node && (mode === 'open' || mode === 'closed')
}

/** True for a template whose content is shown as the shadow root of its parent. Other templates have no child nodes. */
export const isShadowRoot = (element: Element) => element.tagName === 'template' && element.childNodes.length > 0

function showShadowRoot(host: Element, template: Element & { content: ParentNode }) {
  const light = host.childNodes.filter((child) => child !== template)
  const shadow = template.content.childNodes
  const slots = slotsIn(template.content)
  const used = new Set<Element>()
  for (const child of shadow.slice()) move(child, template)
  for (const child of light) {
    const slot = slots.get(defaultTreeAdapter.isElementNode(child) ? (attribute(child, 'slot') ?? '') : '')
    if (slot && isSlottable(child)) {
      if (!used.has(slot)) for (const fallback of slot.childNodes.slice()) move(fallback, template.content)
      used.add(slot)
      move(child, slot)
    } else if (!defaultTreeAdapter.isElementNode(child) || !unshown.has(child.tagName)) move(child, template.content)
  }
}

const isSlottable = (child: Child) => defaultTreeAdapter.isElementNode(child) || defaultTreeAdapter.isTextNode(child)

/** Returns the first slot of each name. */
function slotsIn(root: ParentNode): Map<string, Element> {
  const slots = new Map<string, Element>()
  const open: Child[] = root.childNodes.toReversed()
  for (let node = open.pop(); node; node = open.pop()) {
    if (!defaultTreeAdapter.isElementNode(node)) continue
    const name = node.tagName === 'slot' ? (attribute(node, 'name') ?? '') : null
    if (name !== null && !slots.has(name)) slots.set(name, node)
    open.push(...node.childNodes.toReversed())
  }
  return slots
}

function move(child: Child, parent: ParentNode) {
  defaultTreeAdapter.detachNode(child)
  defaultTreeAdapter.appendChild(parent, child)
}
