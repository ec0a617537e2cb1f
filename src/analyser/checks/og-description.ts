import { defineCheck, info, pass } from '../define-check.ts'
import { openGraph } from '../facts/metadata.ts'

export const texts = {
  neither: 'The page has no og:description and no meta description',
  metaOnly: 'The page has no og:description; social networks can use the meta description',
}

export const ogDescription = defineCheck({
  id: 'og-description',
  name: 'Open Graph description',
  aliases: ['og:description', 'social sharing', 'link preview'],
  titlePass: 'The page has an og:description',
  titleFail: 'The page has no og:description',
  why: 'Social networks show og:description below the title. Without it, they use the meta description or nothing.',
  how: 'Add <meta property="og:description" content="…"> to the head, with one or two sentences.',
  action: 'Write a description for sharing on social networks',
  effort: 'minutes',
  thresholds: 'Info: og:description is missing or empty. The Open Graph protocol makes it optional.',
  reference: { label: 'The Open Graph protocol', url: 'https://ogp.me/' },
  grade: 'heuristic',
  needs: ['metadata'],
  run({ metadata: { metas, description } }) {
    if (openGraph(metas.items, 'og:description').length > 0) return pass()
    const [misnamed] = openGraph(metas.items, 'og:description', 'name')
    if (misnamed)
      return info('og:description uses the “name” attribute instead of “property”', { evidence: [{ at: misnamed.at }] })
    return info(description === null ? texts.neither : texts.metaOnly)
  },
})
