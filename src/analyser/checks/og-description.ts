import { defineCheck, info, pass } from '../define-check.ts'
import { openGraph } from '../facts/metadata.ts'

export const ogDescription = defineCheck({
  id: 'og-description',
  name: 'Open Graph description',
  aliases: ['og:description', 'social sharing', 'link preview'],
  titlePass: 'Shared links have a description of their own',
  titleFail: 'Shared links have no description of their own',
  why: 'Networks show og:description below the title of a shared link. Without it they take the page’s description, or nothing.',
  how: 'Put one or two sentences into <meta property="og:description" content="…"> in the head.',
  thresholds: 'A missing or empty og:description is only noted: the Open Graph protocol calls it optional.',
  reference: { label: 'The Open Graph protocol', url: 'https://ogp.me/' },
  grade: 'heuristic',
  needs: ['metadata'],
  run({ metadata: { metas, description } }) {
    if (openGraph(metas.items, 'og:description').length > 0) return pass()
    const [misnamed] = openGraph(metas.items, 'og:description', 'name')
    if (misnamed)
      return info('og:description is given by name instead of property', { evidence: [{ at: misnamed.at }] })
    return info(
      description === null
        ? 'Shared links have no description'
        : 'Shared links have no description of their own; networks may take that of the page',
    )
  },
})
