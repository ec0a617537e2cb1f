import { defineCheck, info, pass } from '../define-check.ts'
import { openGraph } from '../facts/metadata.ts'
import { clip } from '../facts/text.ts'

const kinds = new Set(['summary', 'summary_large_image', 'app', 'player'])

export const twitterCard = defineCheck({
  id: 'twitter-card',
  name: 'X (Twitter) card',
  aliases: ['Twitter card', 'X card', 'social sharing'],
  titlePass: 'The page says how X shows links to it',
  titleFail: 'The page does not say how X shows links to it',
  why: 'X picks the layout of a shared link by twitter:card. Title, description and image are taken from Open Graph where there are none for X.',
  how: 'Put <meta name="twitter:card" content="summary_large_image"> into the head, or summary for a small image.',
  thresholds: 'A missing twitter:card, or one that is not summary, summary_large_image, app or player, is only noted.',
  reference: null,
  grade: 'heuristic',
  needs: ['metadata'],
  run({ metadata: { metas } }) {
    const [card] = (['name', 'property'] as const).flatMap((attribute) =>
      openGraph(metas.items, 'twitter:card', attribute),
    )
    if (!card) return info('The page does not say how X shows links to it')
    const kind = (card.content ?? '').trim().toLowerCase()
    if (!kinds.has(kind))
      return info('twitter:card names a kind of card that X does not know', {
        value: clip(kind, 100),
        evidence: [{ at: card.at }],
      })
    return pass({ value: kind })
  },
})
