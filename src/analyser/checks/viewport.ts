import { defineCheck, fail, googleDocs, pass } from '../define-check.ts'
import { headMetas } from '../facts/metadata.ts'

export const viewport = defineCheck({
  id: 'viewport',
  titlePass: 'The page fits itself to the width of the screen',
  titleFail: 'The page does not fit itself to the width of the screen',
  why: 'Without a viewport, phones lay the page out for a desktop and shrink it. Google indexes the mobile view of a page.',
  how: 'Put <meta name="viewport" content="width=device-width, initial-scale=1"> into the head.',
  thresholds: 'A viewport meta element with a width in the head passes, all else fails.',
  reference: googleDocs('Mobile-first indexing', 'crawling-indexing/mobile/mobile-sites-mobile-first-indexing'),
  grade: 'recommended',
  needs: ['metadata'],
  run({ metadata: { metas } }) {
    const found = headMetas(metas.items, 'viewport')
    const evidence = found.map(({ at }) => ({ at }))
    if (found.length === 0) return fail({ value: null })
    const fitting = found.find(({ content }) => widthOf(content ?? ''))
    return fitting ? pass({ value: fitting.content }) : fail({ value: found[0]?.content ?? '', title: 'The viewport names no width', evidence })
  },
})

/** Properties are separated by commas, semicolons or spaces. */
function widthOf(content: string): string | undefined {
  for (const part of content.toLowerCase().replace(/\s{0,99}=\s{0,99}/g, '=').split(/[,;\s]+/)) {
    if (part.startsWith('width=') && part.length > 6) return part.slice(6)
  }
  return undefined
}
