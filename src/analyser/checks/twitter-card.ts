import { defineCheck, info, pass } from '../define-check.ts'
import { openGraph } from '../facts/metadata.ts'
import { clip } from '../facts/text.ts'

const kinds = new Set(['summary', 'summary_large_image', 'app', 'player'])

export const texts = {
  unknown: 'twitter:card has an unknown value',
}

export const twitterCard = defineCheck({
  id: 'twitter-card',
  name: 'X (Twitter) card',
  aliases: ['Twitter card', 'X card', 'social sharing'],
  titlePass: 'The page has an X card',
  titleFail: 'The page has no X card',
  why: 'X chooses the preview layout from twitter:card. It uses Open Graph for the title, description and image if there are no X tags.',
  how: 'Add <meta name="twitter:card" content="summary_large_image"> to the head, or summary for a small image.',
  thresholds: 'Info: twitter:card is missing, or isn’t summary, summary_large_image, app or player.',
  reference: null,
  grade: 'heuristic',
  needs: ['metadata'],
  run({ metadata: { metas } }) {
    const [card] = (['name', 'property'] as const).flatMap((attribute) =>
      openGraph(metas.items, 'twitter:card', attribute),
    )
    if (!card) return info('The page has no X card')
    const kind = (card.content ?? '').trim().toLowerCase()
    if (!kinds.has(kind))
      return info(texts.unknown, {
        value: clip(kind, 100),
        evidence: [{ at: card.at }],
      })
    return pass({ value: kind })
  },
})
