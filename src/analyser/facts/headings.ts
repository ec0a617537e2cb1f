import { linkName } from './accessible-names.ts'
import { clip, collapseShown, type Cut, cutList, limits } from './text.ts'
import { attribute, type Element } from './tree.ts'
import { type Handlers, isDecoration, type OnElement, type Ordinal } from './walk.ts'

/** `imageAlt`: the heading is named by an image inside it: its alt text, its label or its SVG title. */
export type Heading = { level: number; text: string; imageAlt: boolean; hidden: boolean; at: Ordinal }

type Open = Omit<Heading, 'text'> & { element: Element; from: number; to: number }

/**
 * Collects h1 to h6 with their visible text. The alt text of an image inside counts as text, because it is read aloud.
 */
export function collectHeadings() {
  const headings = cutList<Open>()
  let alts = 0
  const onHeading: OnElement = (element, start) => {
    if (start.noscript) return
    let open: Open | undefined
    headings.add(() => {
      open = {
        element,
        level: Number(element.tagName.charAt(1)),
        imageAlt: false,
        hidden: start.hidden || isDecoration(element, start),
        at: start.ordinal,
        from: start.textMark,
        to: start.textMark,
      }
      return open
    })
    const altsBefore = alts
    return (position) => {
      if (!open) return
      open.to = position.textMark
      open.imageAlt = alts > altsBefore
    }
  }
  const handlers: Handlers = {
    img(element, { hidden, noscript }) {
      if (!hidden && !noscript && attribute(element, 'alt')?.trim()) alts++
    },
  }
  for (const tag of ['h1', 'h2', 'h3', 'h4', 'h5', 'h6']) handlers[tag] = onHeading
  const finish = (text: string): Cut<Heading> => ({
    total: headings.total,
    items: headings.items.map(({ element, from, to, imageAlt, ...heading }) => {
      const shown = collapseShown(text.slice(from, Math.min(to, from + 4000)))
      return {
        ...heading,
        text: clip(shown, limits.text),
        imageAlt: imageAlt || (shown === '' && linkName(element) !== ''),
      }
    }),
  })
  return { handlers, finish }
}
