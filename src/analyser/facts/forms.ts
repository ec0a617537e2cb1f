import { namesOf } from './accessible-names.ts'
import { clip, type Cut, cutList, limits, plain } from './text.ts'
import { attribute, type Element } from './tree.ts'
import { isLocalhost, resolve } from './urls.ts'
import type { Handlers, OnElement, Ordinal } from './walk.ts'

export type FormFacts = {
  forms: number
  /** Forms and buttons that submit over HTTP to another machine. */
  insecure: Cut<{ url: string; at: Ordinal }>
  /** Number of fields that need a label, and those of them without an accessible name. */
  fields: number
  unlabelled: Cut<Field>
}

type Target = { action: string | null; form: string | null; at: Ordinal }

const sending = new Set(['submit', 'image'])

export function collectForms() {
  let forms = 0
  const formIds = new Set<string>()
  const targets: Target[] = []
  const fields = collectFields()

  const onForm: OnElement = (element, { ordinal, noscript }) => {
    if (noscript) return
    forms++
    formIds.add(attribute(element, 'id') ?? '')
    if (lower(element, 'method') !== 'dialog')
      targets.push({ action: attribute(element, 'action'), form: null, at: ordinal })
  }
  const onButton =
    (isSending: (type: string) => boolean): OnElement =>
    (element, { ordinal, noscript }) => {
      const action = attribute(element, 'formaction')
      if (
        action === null ||
        noscript ||
        !isSending(lower(element, 'type')) ||
        lower(element, 'formmethod') === 'dialog'
      )
        return
      targets.push({ action, form: attribute(element, 'form'), at: ordinal })
    }
  const own: Handlers = {
    form: onForm,
    input: onButton((type) => sending.has(type)),
    button: onButton((type) => type !== 'button' && type !== 'reset'),
  }

  const finish = (base: string, pageUrl: string): FormFacts => {
    const insecure = cutList<{ url: string; at: Ordinal }>()
    for (const { action, form, at } of targets) {
      if (form === null ? forms === 0 : !formIds.has(form)) continue
      // An empty action means the page itself, even with a base element.
      const url = action?.trim() ? resolve(action, base) : resolve(pageUrl, pageUrl)
      if (url?.protocol === 'http:' && !isLocalhost(url)) insecure.add(() => ({ url: clip(url.href, limits.url), at }))
    }
    return { forms, insecure: plain(insecure), ...fields.finish() }
  }
  return { handlers: merge(own, fields.handlers), onMarked: fields.onMarked, finish }
}

const lower = (element: Element, name: string) => (attribute(element, name) ?? '').toLowerCase()

/** Merges two sets of handlers. If both have one name, both are called. */
function merge(first: Handlers, second: Handlers): Handlers {
  const merged: Handlers = { ...first }
  for (const [name, handler] of Object.entries(second)) {
    const other = first[name]
    merged[name] = other
      ? (element, position) => {
          other(element, position)
          return handler(element, position)
        }
      : handler
  }
  return merged
}

/** `placeholder` means that the field has a placeholder, which is not a label. */
export type Field = { placeholder: boolean; at: Ordinal }

type Label = { element: Element; target: string | null; taken: boolean }
type Candidate = { element: Element; label: Label | null; at: Ordinal }

/** Types of input that need no label, because they are not shown or contain their own text. */
const selfNamed = new Set(['hidden', 'button', 'submit', 'reset'])

/** Collects form fields and whether they have an accessible name, as far as a page without its stylesheets shows. */
export function collectFields() {
  const ids = new Map<string, Element>()
  const labels: Label[] = []
  const candidates: Candidate[] = []
  const open: Label[] = []

  /** Returns the label around a field. A label without `for` belongs to the first labelable element inside. */
  const labelAround = (): Label | null => {
    const label = open[open.length - 1]
    if (!label || label.target !== null || label.taken) return null
    label.taken = true
    return label
  }
  const onField: OnElement = (element, { ordinal, hidden, noscript, ariaHidden }) => {
    if (noscript) return
    const type = element.tagName === 'input' ? (attribute(element, 'type') ?? '').toLowerCase() : ''
    if (type === 'hidden') return
    const label = labelAround()
    if (!selfNamed.has(type) && !hidden && !ariaHidden) candidates.push({ element, label, at: ordinal })
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
    label(element, { hidden, noscript, ariaHidden }) {
      if (noscript) return
      const label: Label = { element, target: attribute(element, 'for'), taken: false }
      open.push(label)
      if (!hidden && !ariaHidden) labels.push(label)
      return () => void open.pop()
    },
  }
  const onMarked: OnElement = (element, { id, noscript }) => {
    if (!noscript && id !== null && !ids.has(id)) ids.set(id, element)
  }

  const finish = (): { fields: number; unlabelled: Cut<Field> } => {
    const names = namesOf(ids)
    const shown = new Set(labels)
    const labelled = new Set<Element>()
    for (const { element, target } of labels) {
      const field = target === null ? undefined : ids.get(target)
      if (field && !labelled.has(field) && names.isReadable(element)) labelled.add(field)
    }
    const unlabelled = cutList<Field>()
    for (const { element, label, at } of candidates) {
      const wrapped = label !== null && shown.has(label) && names.isReadable(label.element)
      if (wrapped || labelled.has(element) || names.isNamed(element)) continue
      unlabelled.add(() => ({ placeholder: Boolean(attribute(element, 'placeholder')?.trim()), at }))
    }
    return { fields: candidates.length, unlabelled: plain(unlabelled) }
  }
  return { handlers, onMarked, finish }
}
