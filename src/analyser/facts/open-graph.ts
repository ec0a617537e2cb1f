import type { Meta } from '../page-facts.ts'

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
