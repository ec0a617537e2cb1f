import type { Image, ImageFacts } from '../page-facts.ts'
import { clipOrNull, cutList, limits, plain } from './text.ts'
import { attribute } from './tree.ts'
import { type Handlers, isDecoration } from './walk.ts'

/** img elements. Those in noscript, hidden, or marked as decoration are listed but not asked for alternative text. */
export function collectImages() {
  const images = cutList<Image>()
  const withoutAlt = cutList<{ src: string | null; at: number }>()
  let judged = 0
  const handlers: Handlers = {
    img(element, { ordinal, hidden, noscript }) {
      const alt = attribute(element, 'alt')
      const src = clipOrNull(attribute(element, 'src'), limits.text)
      const ignored = hidden || noscript || isDecoration(element)
      if (!ignored) judged++
      if (!ignored && alt === null) withoutAlt.add(() => ({ src, at: ordinal }))
      images.add(() => ({
        src,
        alt: clipOrNull(alt, limits.text),
        width: clipOrNull(attribute(element, 'width'), 20),
        height: clipOrNull(attribute(element, 'height'), 20),
        loading: clipOrNull(attribute(element, 'loading'), 20),
        ignored,
        noscript,
        at: ordinal,
      }))
    },
  }
  return { handlers, finish: (): ImageFacts => ({ ...plain(images), judged, withoutAlt: plain(withoutAlt) }) }
}
