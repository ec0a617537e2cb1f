import type { Element } from './tree.ts'
import type { Handlers, OnElement, Ordinal } from './walk.ts'

/** The empty element that a JavaScript framework fills; null if there is none. */
export type AppRootFacts = { at: Ordinal | null }

/** IDs that React, Next.js, Vue, Nuxt, Angular, Svelte and Gatsby templates give to that element. */
const knownIds = new Set([
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
    if (id !== null && !noscript && knownIds.has(id)) note(element, ordinal)
  }
  const handlers: Handlers = {
    'app-root'(element, { ordinal, noscript }) {
      if (!noscript) note(element, ordinal)
    },
  }
  return { handlers, onMarked, finish: (): AppRootFacts => ({ at }) }
}

const isBlank = (node: object) => 'value' in node && typeof node.value === 'string' && node.value.trim() === ''
