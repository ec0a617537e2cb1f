import { clip, clipOrNull, collapseShown, type Cut, cutList, limits, plain } from './text.ts'
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
  /** The first refreshes within noscript, which visitors with scripts never follow. Missing from older stored facts. */
  noscriptRefreshes?: string[]
}

const lowerOrNull = (text: string | null) => (text === null ? null : clip(text.slice(0, 200).trim().toLowerCase(), 100))

/** Safety limit: a flood of meta elements with one name leaves room for the others. */
const maxPerName = 200
const maxNoscriptRefreshes = 5

/** Collects titles and meta elements. SVG titles are no page titles, and elements in noscript are ignored. */
export function collectMetadata() {
  const titles = cutList<{ text: string; inHead: boolean; at: number }>()
  const metas = cutList<Meta>()

  const noscriptRefreshes: string[] = []
  const kept = new Map<string, number>()

  const onNoscriptMeta = (element: Element) => {
    if (lowerOrNull(attribute(element, 'http-equiv')) !== 'refresh') return
    const content = clipOrNull(attribute(element, 'content'), limits.content)
    if (content !== null && noscriptRefreshes.length < maxNoscriptRefreshes) noscriptRefreshes.push(content)
  }
  const onMeta = (element: Element, { ordinal, inHead, noscript }: Position) => {
    if (noscript) return onNoscriptMeta(element)
    const name = lowerOrNull(attribute(element, 'name'))
    const property = lowerOrNull(attribute(element, 'property'))
    const httpEquiv = lowerOrNull(attribute(element, 'http-equiv'))
    const key = name ?? property ?? httpEquiv ?? ''
    const before = kept.get(key) ?? 0
    if (before === maxPerName) {
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
        titles.add(() => ({ text: clip(collapseShown(childText(element)), limits.content), inHead, at: ordinal }))
    },
    meta: onMeta,
  }
  const finish = (): MetadataFacts => ({
    title: titles.items.find((title) => title.inHead && title.text !== '')?.text ?? null,
    description:
      headMetas(metas.items, 'description')
        .map((meta) => collapseShown(meta.content ?? ''))
        .find(Boolean) ?? null,
    titles: plain(titles),
    metas: plain(metas),
    ...(noscriptRefreshes.length > 0 && { noscriptRefreshes }),
  })
  return { handlers, finish }
}

/**
 * Returns the title as browsers determine it: that of the head, else the first one anywhere, because a title outside
 * the head counts too (HTML standard, document.title).
 */
export const documentTitle = ({ title, titles }: MetadataFacts) =>
  title ?? titles.items.find(({ text }) => text !== '')?.text ?? null

/** Returns the meta elements of that name in the head. */
export const headMetas = (metas: Meta[], name: string) => metas.filter((meta) => meta.inHead && meta.name === name)

/** Properties that the Open Graph protocol calls identical. */
const identical: Record<string, string> = { 'og:image:url': 'og:image' }

const openGraphNames = (meta: Meta, attribute: 'property' | 'name') =>
  (meta[attribute] ?? '')
    .split(/\s+/)
    .map((name) => (Object.hasOwn(identical, name) ? (identical[name] ?? name) : name))

/** True for the tags that social networks read: Open Graph and Twitter's. */
export const isSocial = ({ name, property }: Meta) =>
  /(?:^|\s)(?:og|twitter|article|fb):/.test(`${name ?? ''} ${property ?? ''}`)

/** Returns the elements of the head that give an Open Graph property. Those without content are ignored. */
export const openGraph = (metas: Meta[], wanted: string, attribute: 'property' | 'name' = 'property') =>
  metas.filter((meta) => meta.inHead && meta.content?.trim() && openGraphNames(meta, attribute).includes(wanted))

export type SharedImage = { url: string; at: number; width: number | null; height: number | null }

/** Returns the first image, which networks show, with its declared size: the size properties up to the next image. */
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
