import { hash } from 'node:crypto'
import { Piscina } from 'piscina'
import { tryAgainLater } from '#service/http/problem.ts'
import type { Card } from './card.ts'

/** Raise it when the same card is drawn differently. */
const design = 6
/** Number of pictures kept in memory. */
const cachedPictures = 200
/** Safety limit: requests beyond it are refused. */
const maxQueued = 50

/** Draws preview pictures. */
export type PreviewImages = {
  /** Returns a name for the picture of a card, the same for equal cards. */
  nameOf(card: Card): string
  /** Returns a PNG. Throws a 503 Problem when too many requests are waiting. */
  draw(card: Card): Promise<Uint8Array>
  /** Starts the worker thread if it is not running. */
  warmUp(): void
}

/** Draws pictures in one worker thread, started when first needed, and keeps the most recently requested. */
export function createPreviewImages(): PreviewImages & { close(): Promise<void> } {
  let pool: Piscina<Card, Uint8Array> | undefined
  const cache = new Map<string, Promise<Uint8Array>>()

  const start = () =>
    (pool ??= new Piscina<Card, Uint8Array>({
      filename: new URL('./draw-worker.ts', import.meta.url).href,
      name: 'draw',
      minThreads: 1,
      maxThreads: 1,
      maxQueue: maxQueued,
      resourceLimits: { maxOldGenerationSizeMb: 128 },
    }))

  const nameOf = (card: Card) => hash('sha256', JSON.stringify([design, card]), 'base64url').slice(0, 16)

  return {
    nameOf,
    async draw(card) {
      const name = nameOf(card)
      const picture = cache.get(name) ?? drawInWorker(card)
      // Moves it to the end: the least recently requested one comes first.
      cache.delete(name)
      cache.set(name, picture)
      const [oldest] = cache.keys()
      if (cache.size > cachedPictures && oldest !== undefined) cache.delete(oldest)
      picture.catch(() => cache.get(name) === picture && cache.delete(name))
      return picture
    },
    warmUp: () => void start(),
    close: async () => pool?.destroy(),
  }

  async function drawInWorker(card: Card) {
    const worker = start()
    if (worker.queueSize >= maxQueued) throw tryAgainLater('busy', 'Too many previews are being drawn.', 2)
    return worker.run(card)
  }
}
