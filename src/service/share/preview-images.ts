import { hash } from 'node:crypto'
import { Piscina } from 'piscina'
import { unavailable } from '#service/http/problem.ts'
import type { Card } from './preview-card.ts'

/** Goes up when the same card is drawn differently. */
const design = 2
const remembered = 200
const longestQueue = 50

export type PreviewImages = {
  /** Names the picture of a card: the same for the same card. */
  nameOf(card: Card): string
  /** A PNG. Throws a 503 when too many wait. */
  draw(card: Card): Promise<Uint8Array>
  /** Makes ready to draw, ahead of time and once. */
  warmUp(): void
  close(): Promise<void>
}

/** One thread, made when it is first needed, and the pictures asked for last. */
export function createPreviewImages(): PreviewImages {
  let pool: Piscina<Card, Uint8Array> | undefined
  const known = new Map<string, Promise<Uint8Array>>()

  const start = () =>
    (pool ??= new Piscina<Card, Uint8Array>({
      filename: new URL('./preview-worker.ts', import.meta.url).href,
      name: 'draw',
      minThreads: 1,
      maxThreads: 1,
      maxQueue: longestQueue,
      resourceLimits: { maxOldGenerationSizeMb: 128 },
    }))

  const nameOf = (card: Card) => hash('sha256', JSON.stringify([design, card]), 'base64url').slice(0, 16)

  return {
    nameOf,
    async draw(card) {
      const name = nameOf(card)
      const drawn = known.get(name) ?? drawAnew(card)
      // What was asked for last is forgotten last.
      known.delete(name)
      known.set(name, drawn)
      const [oldest] = known.keys()
      if (known.size > remembered && oldest !== undefined) known.delete(oldest)
      drawn.catch(() => known.get(name) === drawn && known.delete(name))
      return drawn
    },
    warmUp: () => void start(),
    close: async () => pool?.destroy(),
  }

  async function drawAnew(card: Card) {
    const thread = start()
    if (thread.queueSize >= longestQueue) throw unavailable('Too many previews are being drawn.', 2)
    return thread.run(card)
  }
}
