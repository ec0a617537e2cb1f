import type { Cut, Ordinal } from '../page-facts.ts'
import { isThisMachine, resolve } from './addresses.ts'
import { collectFields, type Field } from './fields.ts'
import { clip, cutList, limits, plain } from './text.ts'
import { attribute, type Element } from './tree.ts'
import type { Handlers, OnElement } from './walk.ts'

export type FormFacts = {
  forms: number
  /** Forms and buttons that send over http to another machine. */
  insecure: Cut<{ url: string; at: Ordinal }>
  /** Fields that need a label, and those of them that have no accessible name but perhaps a placeholder. */
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
      // An empty action means the page itself, whatever the base element says.
      const url = action?.trim() ? resolve(action, base) : resolve(pageUrl, pageUrl)
      if (url?.protocol === 'http:' && !isThisMachine(url))
        insecure.add(() => ({ url: clip(url.href, limits.url), at }))
    }
    return { forms, insecure: plain(insecure), ...fields.finish() }
  }
  return { handlers: merge(own, fields.handlers), finish }
}

const lower = (element: Element, name: string) => (attribute(element, name) ?? '').toLowerCase()

/** Both handlers where two have the same name. */
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
