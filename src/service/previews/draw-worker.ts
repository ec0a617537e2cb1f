import { cardSvg } from './card-svg.ts'
import type { Card } from './card.ts'
import { rasterise } from './rasterise.ts'

// Runs in a worker thread: drawing takes tens of milliseconds, which would delay all other requests.

export const draw = (card: Card): Uint8Array => rasterise(cardSvg(card))

// The first picture takes several times as long, so it is drawn before one is needed.
draw({
  host: 'example.com',
  path: '/',
  title: 'A page',
  indexability: 'Google can index this page',
  score: 50,
  rating: 'decent',
  note: '1 to fix',
  date: '1 January 2026',
})
