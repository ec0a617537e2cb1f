import type { Step } from './probe-board.ts'
import { keyOf } from './probe-known.ts'
import { fullnessOf, type Reached } from './probe-step.ts'
import type { Context } from './request.ts'
import { readTarget, type Target } from './target.ts'
import { orAborted } from './time-limit.ts'

/** The remembered answer, or the one that `ask` brings. Throws what `ask` throws, and the signal's reason. */
type Recall = (
  step: Step,
  context: Pick<Context, 'allowHosts' | 'signal'>,
  ask: () => Promise<Reached>,
) => Promise<Reached>

export type AnswerMemory = {
  /** For the run of one page, named by the address that was asked for. */
  forPage(page: string): Recall
}

type Known = { since: number; fullness: number; bytes: number; answer: Promise<Reached | null> }

type MemoryOptions = {
  forMs?: number
  anewForMs?: number
  mostBytes?: number
  mostPages?: number
  remembers?: (target: Target) => boolean
}

const minute = 60_000

/**
 * What hosts answered beside one page serves their other pages for a minute, so that they are not asked the same for each.
 * A page that is analysed again is to show what was mended since: it asks everything anew, and others are told what it found.
 * Failures, refusals and faults of servers are not remembered, as they may be gone at once; nor are sitemaps, which
 * are read for one page's address. Hosts that the rules do not hold for need no sparing.
 */
export function createAnswerMemory(options: MemoryOptions = {}): AnswerMemory {
  const {
    forMs = minute,
    anewForMs = 60 * minute,
    mostBytes = 16 * 1024 * 1024,
    mostPages = 2_000,
    remembers = ({ allowed }) => !allowed,
  } = options
  const answers = new Map<string, Known>()
  const pages = new Map<string, number>()
  let bytes = 0

  const forget = (key: string) => {
    bytes -= answers.get(key)?.bytes ?? 0
    answers.delete(key)
  }
  const forgetOldest = () => {
    for (const [key, { since }] of answers) {
      if (bytes <= mostBytes && performance.now() - since < forMs) return
      forget(key)
    }
  }

  async function askAnew(key: string, fullness: number, ask: () => Promise<Reached>): Promise<Reached> {
    const asked = ask()
    const known: Known = {
      since: performance.now(),
      fullness,
      bytes: 0,
      answer: asked.then(
        (reached) => (isLasting(reached) ? reached : null),
        () => null,
      ),
    }
    forget(key)
    answers.set(key, known)
    const lasting = await known.answer
    if (answers.get(key) === known) {
      if (lasting) {
        known.fullness = lasting.fullness
        known.bytes = weightOf(key, lasting)
        bytes += known.bytes
      } else forget(key)
      forgetOldest()
    }
    return asked
  }

  return {
    forPage(page) {
      const now = performance.now()
      const isAgain = now - (pages.get(page) ?? -Infinity) < anewForMs
      pages.delete(page)
      pages.set(page, now)
      for (const oldest of pages.keys()) if (pages.size > mostPages) pages.delete(oldest)

      return async ({ url, errand }, { allowHosts, signal }, ask) => {
        if (errand.read === 'sitemap' || !remembers(readTarget(url, allowHosts))) return ask()
        const [key, fullness] = [keyOf(url, errand), fullnessOf(errand)]
        const known = answers.get(key)
        const serves =
          !isAgain && known !== undefined && known.fullness >= fullness && performance.now() - known.since < forMs
        const answer = serves ? await orAborted(known.answer, signal) : null
        return answer ?? askAnew(key, fullness, ask)
      }
    },
  }
}

/** A handshake has no status. */
const isLasting = ({ status }: Reached) =>
  status === null || (status < 500 && ![401, 403, 408, 425, 429].includes(status))

const weightOf = (key: string, { headers, answer }: Reached) =>
  headers.reduce(
    (sum, [name, value]) => sum + name.length + value.length,
    500 + key.length + (answer?.body.byteLength ?? 0),
  )
