import type { Span } from './tokens.ts'
import type { Handlers, OnElement } from './walk.ts'

/** Text that is no part of what the page says, as spans in order that do not overlap. */
export type Apart = {
  /** Samples of code, where template tokens are shown on purpose. */
  code: Span[]
  /** Code, and the menus and buttons that every page of a website repeats. */
  all: Span[]
}

/** Many more would be a page that is made of them. */
const limit = 5000

export function collectApart() {
  const collectors = { code: spans(), all: spans() }
  const { code, all } = collectors
  const onCode: OnElement = (_, { textMark }) => {
    const open = [code.open(textMark), all.open(textMark)]
    return (position) => open.forEach((close) => close(position.textMark))
  }
  const onMenu: OnElement = (_, { textMark }) => {
    const close = all.open(textMark)
    return (position) => close(position.textMark)
  }
  const handlers: Handlers = {
    pre: onCode,
    code: onCode,
    samp: onCode,
    kbd: onCode,
    nav: onMenu,
    button: onMenu,
    menu: onMenu,
  }
  return { handlers, finish: (): Apart => ({ code: code.items, all: all.items }) }
}

/** What opens inside an open span belongs to it. */
function spans() {
  const items: Span[] = []
  let depth = 0
  const open = (from: number) => {
    if (depth++ === 0 && items.length < limit) items.push({ from, to: Number.POSITIVE_INFINITY })
    return (to: number) => {
      const last = items[items.length - 1]
      if (--depth === 0 && last && last.to === Number.POSITIVE_INFINITY) last.to = to
    }
  }
  return { items, open }
}
