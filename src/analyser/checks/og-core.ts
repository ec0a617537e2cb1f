import { defineCheck, pass, warn } from '../define-check.ts'
import type { Meta } from '../page-facts.ts'

const required = ['og:title', 'og:type', 'og:image', 'og:url'] as const
/** The protocol names these as identical. */
const same: Record<string, string> = { 'og:image:url': 'og:image' }

export const ogCore = defineCheck({
  id: 'og-core',
  titlePass: 'Shared links have title, type, image and address',
  titleFail: 'Shared links lack basic properties',
  why: 'Chat programs and social networks build the preview of a shared link from these four properties.',
  how: 'Put og:title, og:type, og:image and og:url into the head as meta elements with property and content.',
  thresholds: 'og:title, og:type, og:image and og:url are the four that the Open Graph protocol requires; any missing or empty one warns.',
  reference: { label: 'The Open Graph protocol', url: 'https://ogp.me/' },
  grade: 'heuristic',
  needs: ['metadata'],
  run({ metadata: { metas } }) {
    const inHead = metas.items.filter((meta) => meta.inHead && meta.content?.trim())
    const has = (attribute: 'property' | 'name', wanted: string) => inHead.find((meta) => namesOf(meta, attribute).includes(wanted))
    const missing = required.filter((name) => !has('property', name))
    if (missing.length === 0) return pass({ value: 0 })
    const evidence = missing.flatMap((name) => {
      const misnamed = has('name', name)
      return misnamed ? [{ at: misnamed.at, note: `${name} is given by name instead of property.` }] : []
    })
    const title = missing.length === required.length && evidence.length === 0 ? 'Shared links have no Open Graph properties' : `Shared links lack ${missing.join(', ')}`
    return warn({ value: missing.length, title, evidence })
  },
})

const namesOf = (meta: Meta, attribute: 'property' | 'name') => (meta[attribute] ?? '').split(/\s+/).map((name) => same[name] ?? name)
