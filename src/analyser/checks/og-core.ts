import { defineCheck, type Finding, pass, warn } from '../define-check.ts'
import { openGraph } from '../facts/metadata.ts'
import { isAbsolute } from '../facts/urls.ts'

const required = ['og:title', 'og:type', 'og:image', 'og:url'] as const

export const ogCore = defineCheck({
  id: 'og-core',
  name: 'Open Graph tags',
  aliases: ['og tags', 'social sharing', 'Facebook preview', 'meta tags'],
  titlePass: 'Shared links have title, type, image and address',
  titleFail: 'Shared links lack basic properties',
  why: 'Chat programs and social networks build the preview of a shared link from these four properties.',
  how: 'Put og:title, og:type, og:image and og:url into the head as meta elements with property and content. Write addresses in full.',
  thresholds:
    'og:title, og:type, og:image and og:url are the four that the Open Graph protocol requires; any missing or empty one warns, and an og:url that is no full address.',
  reference: { label: 'The Open Graph protocol', url: 'https://ogp.me/' },
  grade: 'heuristic',
  deduction: 'A quarter for each missing or unusable tag.',
  needs: ['metadata'],
  run({ metadata: { metas } }) {
    const missing = required.filter((name) => openGraph(metas.items, name).length === 0)
    const [address] = openGraph(metas.items, 'og:url')
    const relative = address && !isAbsolute(address.content ?? '') ? address : null
    if (missing.length === 0 && !relative) return pass({ value: 0 })

    const evidence = missing.flatMap((name): Finding[] => {
      const [misnamed] = openGraph(metas.items, name, 'name')
      return misnamed ? [{ at: misnamed.at, note: `${name} is given by name instead of property.` }] : []
    })
    const value = missing.length + (relative ? 1 : 0)
    const extent = value / required.length
    if (missing.length === required.length && evidence.length === 0)
      return warn({ extent, value, title: 'Shared links have no Open Graph properties' })
    if (relative) evidence.push({ at: relative.at, note: 'og:url is no full address.' })
    const lack = missing.length > 0 ? [`Shared links lack ${missing.join(', ')}`] : []
    const wrong = relative ? ['og:url is no full address'] : []
    return warn({ extent, value, title: [...lack, ...wrong].join(', and '), evidence })
  },
})
