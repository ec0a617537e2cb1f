import { linkName } from './accessible-names.ts'
import { clip, collapseShown, type Cut, cutList, limits, plain } from './text.ts'
import { attribute, type Element, tokens } from './tree.ts'
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

/** The headings that assistive technology announces, by their roles and levels. */
export type OutlineFacts = Cut<{ level: number; at: Ordinal }>

/** The roles of ARIA. Others are ignored, so that the element keeps its own. */
const roles = new Set(
  'alert alertdialog application article banner blockquote button caption cell checkbox code columnheader combobox complementary contentinfo definition deletion dialog directory document emphasis feed figure form generic grid gridcell group heading img image insertion link list listbox listitem log main mark marquee math menu menubar menuitem menuitemcheckbox menuitemradio meter navigation none note option paragraph presentation progressbar radio radiogroup region row rowgroup rowheader scrollbar search searchbox separator slider spinbutton status strong subscript suggestion superscript switch tab table tablist tabpanel term textbox time timer toolbar tooltip tree treegrid treeitem'.split(
    ' ',
  ),
)

/** Collects h1 to h6 and elements with the role of a heading, as axe does. */
export function collectOutline() {
  const outline = cutList<{ level: number; at: Ordinal }>()
  const isNative = ({ tagName }: Element) => /^h[1-6]$/.test(tagName)
  const add: OnElement = (element, { ordinal, hidden, noscript, ariaHidden, unannounced }) => {
    if (hidden || noscript || ariaHidden || unannounced) return
    const role = tokens(attribute(element, 'role')).find((name) => roles.has(name))
    if (role === undefined ? !isNative(element) : role !== 'heading') return
    const own = isNative(element) ? Number(element.tagName.charAt(1)) : 2
    const given = Number.parseInt(attribute(element, 'aria-level') ?? '', 10)
    outline.add(() => ({ level: given >= 1 ? given : own, at: ordinal }))
  }
  const handlers: Handlers = Object.fromEntries(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((tag) => [tag, add]))
  const onMarked: OnElement = (element, position) =>
    position.hasRole && !isNative(element) ? add(element, position) : undefined
  return { handlers, onMarked, finish: (): OutlineFacts => plain(outline) }
}
