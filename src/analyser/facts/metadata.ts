import type { Meta, MetadataFacts } from '../page-facts.ts'
import { clip, clipOrNull, collapse, cutList, limits, plain } from './text.ts'
import { attribute, type Element } from './tree.ts'
import { childText, type Handlers, type Position } from './walk.ts'

const lowerOrNull = (text: string | null) => (text === null ? null : clip(text.slice(0, 200).trim().toLowerCase(), 100))

/** Meta elements of one name take no more of the places, so that a flood of one leaves room for those that checks read. */
const mostOfOneName = 200

/** Titles and meta elements. An SVG title is none, and what stands in noscript is not the page's own. */
export function collectMetadata() {
  const titles = cutList<{ text: string; inHead: boolean; at: number }>()
  const metas = cutList<Meta>()

  const kept = new Map<string, number>()

  const onMeta = (element: Element, { ordinal, inHead, noscript }: Position) => {
    if (noscript) return
    const name = lowerOrNull(attribute(element, 'name'))
    const property = lowerOrNull(attribute(element, 'property'))
    const httpEquiv = lowerOrNull(attribute(element, 'http-equiv'))
    const key = name ?? property ?? httpEquiv ?? ''
    const before = kept.get(key) ?? 0
    if (before === mostOfOneName) {
      metas.total++
      return
    }
    metas.add(() => {
      kept.set(key, before + 1)
      return {
        name,
        property,
        httpEquiv,
        content: clipOrNull(attribute(element, 'content'), limits.content),
        inHead,
        at: ordinal,
      }
    })
  }
  const handlers: Handlers = {
    title(element, { ordinal, inHead, noscript }) {
      if (!noscript)
        titles.add(() => ({ text: clip(collapse(childText(element)), limits.content), inHead, at: ordinal }))
    },
    meta: onMeta,
  }
  const finish = (): MetadataFacts => ({
    title: titles.items.find((title) => title.inHead && title.text !== '')?.text ?? null,
    description:
      headMetas(metas.items, 'description')
        .map((meta) => collapse(meta.content ?? ''))
        .find(Boolean) ?? null,
    titles: plain(titles),
    metas: plain(metas),
  })
  return { handlers, finish }
}

/** The meta elements of that name in the head. */
export const headMetas = (metas: Meta[], name: string) => metas.filter((meta) => meta.inHead && meta.name === name)
