import type { Cut, Ordinal } from '../page-facts.ts'
import { namesOf } from './names.ts'
import { cutList, plain } from './text.ts'
import { attribute, type Element } from './tree.ts'
import type { Handlers, OnElement } from './walk.ts'

/** `placeholder`: it has one, which is no label. */
export type Field = { placeholder: boolean; at: Ordinal }

type Label = { element: Element; target: string | null; taken: boolean }
type Candidate = { element: Element; label: Label | null; at: Ordinal }

/** Types of input that need no label: they are not shown, or carry their own words. */
const selfNamed = new Set(['hidden', 'button', 'submit', 'reset'])

/** The form fields of a page and whether they have an accessible name, as far as a page without its style sheets tells. */
export function collectFields() {
  const ids = new Map<string, Element>()
  const labels: Label[] = []
  const candidates: Candidate[] = []
  const open: Label[] = []
  let concealed = 0

  /** A label without `for` is that of the first labelable element inside. */
  const labelAround = (): Label | null => {
    const label = open[open.length - 1]
    if (!label || label.target !== null || label.taken) return null
    label.taken = true
    return label
  }
  const onField: OnElement = (element, { ordinal, hidden, noscript }) => {
    if (noscript) return
    const type = element.tagName === 'input' ? (attribute(element, 'type') ?? '').toLowerCase() : ''
    if (type === 'hidden') return
    const label = labelAround()
    if (!selfNamed.has(type) && !hidden && concealed === 0 && !conceals(element))
      candidates.push({ element, label, at: ordinal })
  }
  const onLabelable: OnElement = (_, { noscript }) => {
    if (!noscript) labelAround()
  }
  const handlers: Handlers = {
    input: onField,
    select: onField,
    textarea: onField,
    button: onLabelable,
    meter: onLabelable,
    output: onLabelable,
    progress: onLabelable,
    label(element, { hidden, noscript }) {
      if (noscript) return
      const label: Label = { element, target: attribute(element, 'for'), taken: false }
      open.push(label)
      if (!hidden && concealed === 0 && !conceals(element)) labels.push(label)
      return () => void open.pop()
    },
    '[marked]'(element, { id, ariaHidden, noscript }) {
      if (noscript) return
      if (id !== null && !ids.has(id)) ids.set(id, element)
      if (!ariaHidden) return
      concealed++
      return () => void concealed--
    },
  }

  const finish = (): { fields: number; unlabelled: Cut<Field> } => {
    const names = namesOf(ids)
    const shown = new Set(labels)
    const labelled = new Set<Element>()
    for (const { element, target } of labels) {
      const field = target === null ? undefined : ids.get(target)
      if (field && !labelled.has(field) && names.hasWords(element)) labelled.add(field)
    }
    const unlabelled = cutList<Field>()
    for (const { element, label, at } of candidates) {
      const wrapped = label !== null && shown.has(label) && names.hasWords(label.element)
      if (wrapped || labelled.has(element) || names.isNamed(element)) continue
      unlabelled.add(() => ({ placeholder: Boolean(attribute(element, 'placeholder')?.trim()), at }))
    }
    return { fields: candidates.length, unlabelled: plain(unlabelled) }
  }
  return { handlers, finish }
}

const conceals = (element: Element) => attribute(element, 'aria-hidden') === 'true'
