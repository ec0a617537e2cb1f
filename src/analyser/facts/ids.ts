import type { Cut, Ordinal } from '../page-facts.ts'
import { clip, cutList, plain } from './text.ts'
import type { Handlers } from './walk.ts'

/** Ids that several elements have; `at` is the second of them. */
export type IdFacts = { repeated: Cut<{ id: string; count: number; at: Ordinal }> }

const idLimit = 200

export function collectIds() {
  const seen = new Set<string>()
  const repeats = new Map<string, { count: number; at: Ordinal }>()
  const handlers: Handlers = {
    '[marked]'(_, { ordinal, id, noscript }) {
      if (!id || noscript) return
      if (!seen.has(id)) {
        seen.add(id)
        return
      }
      const repeat = repeats.get(id)
      if (repeat) repeat.count++
      else repeats.set(id, { count: 2, at: ordinal })
    },
  }
  const finish = (): IdFacts => {
    const repeated = cutList<{ id: string; count: number; at: Ordinal }>()
    for (const [id, { count, at }] of repeats) repeated.add(() => ({ id: clip(id, idLimit), count, at }))
    return { repeated: plain(repeated) }
  }
  return { handlers, finish, repeats }
}
