import { clip, clipOrNull, collapse, type Cut, cutList, limits, plain } from './text.ts'
import { attribute, type Element } from './tree.ts'
import { childText, type Handlers, type Ordinal, type Position } from './walk.ts'

export type Meta = {
  name: string | null
  property: string | null
  httpEquiv: string | null
  content: string | null
  inHead: boolean
  at: Ordinal
}

export type MetadataFacts = {
  /** The first title of the head that is not empty, and the first such description. */
  title: string | null
  description: string | null
  titles: Cut<{ text: string; inHead: boolean; at: Ordinal }>
  metas: Cut<Meta>
}

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

/** The protocol names these as identical. */
const same: Record<string, string> = { 'og:image:url': 'og:image' }

const openGraphNames = (meta: Meta, attribute: 'property' | 'name') =>
  (meta[attribute] ?? '').split(/\s+/).map((name) => (Object.hasOwn(same, name) ? (same[name] ?? name) : name))

/** Elements of the head that give an Open Graph property, or are meant to; those without content say nothing. */
export const openGraph = (metas: Meta[], wanted: string, attribute: 'property' | 'name' = 'property') =>
  metas.filter((meta) => meta.inHead && meta.content?.trim() && openGraphNames(meta, attribute).includes(wanted))

export type SharedImage = { url: string; at: number; width: number | null; height: number | null }

/** The first image, which is the one that networks show, with the size declared for it: what follows up to the next image. */
export function sharedImage(metas: Meta[]): SharedImage | null {
  const [first] = openGraph(metas, 'og:image')
  if (!first) return null
  const image: SharedImage = { url: first.content?.trim() ?? '', at: first.at, width: null, height: null }
  for (const meta of metas.slice(metas.indexOf(first) + 1)) {
    if (!meta.inHead) continue
    const names = openGraphNames(meta, 'property')
    if (names.includes('og:image') && meta.content?.trim() !== image.url) break
    if (names.includes('og:image:width')) image.width ??= pixels(meta.content)
    if (names.includes('og:image:height')) image.height ??= pixels(meta.content)
  }
  return image
}

const pixels = (content: string | null) =>
  /^\s{0,9}\d{1,6}\s{0,9}(?:px)?\s{0,9}$/i.test(content ?? '') ? Number.parseInt(content ?? '', 10) : null
