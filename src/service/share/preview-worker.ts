import type { Card } from './preview-card.ts'
import { drawCard } from './preview-image.ts'

// In a thread of its own: tens of milliseconds would hold up everybody else's lists.

export const draw = (card: Card): Uint8Array => drawCard(card)

// The first one takes several times as long: nobody should be waiting for it.
draw({
  host: 'example.com',
  path: '/',
  title: 'A page',
  score: 50,
  rating: 'decent',
  note: '1 to fix',
  date: '1 January 2026',
})
