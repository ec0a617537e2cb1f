import { headEnd } from '../check-helpers/evidence.ts'
import { defineCheck, type LocatedEvidence, pass, warn } from '../define-check.ts'
import { openGraph } from '../facts/metadata.ts'
import { isAbsolute } from '../facts/urls.ts'

const required = ['og:title', 'og:type', 'og:image', 'og:url'] as const

export const texts = {
  outsideHead: 'Open Graph tags are outside the head',
  none: 'The page has no Open Graph tags',
  relativeUrl: 'og:url isn’t an absolute URL',
  wrongAttribute: (name: string) => `${name} uses the “name” attribute. Use “property”.`,
  missing: (tags: string) => `Missing: ${tags}`,
}

export const ogCore = defineCheck({
  id: 'og-core',
  name: 'Open Graph tags',
  aliases: ['og tags', 'social sharing', 'Facebook preview', 'meta tags', 'Facebook tags'],
  titlePass: 'Open Graph tags are complete',
  titleFail: 'Open Graph tags are missing',
  titleAny: 'Open Graph tags are missing or faulty',
  faults: {
    outside: texts.outsideHead,
    none: texts.none,
    relative: texts.relativeUrl,
  },
  why: 'Chat apps and social networks use these four tags to build link previews.',
  how: 'Add og:title, og:type, og:image and og:url to the head, as in <meta property="og:title" content="…">. Use absolute URLs.',
  action: 'Set the title and picture for sharing on social networks',
  effort: 'hours',
  thresholds:
    'Warning: og:title, og:type, og:image or og:url is missing, empty or outside the head (the Open Graph protocol requires all four), or og:url isn’t absolute.',
  reference: { label: 'The Open Graph protocol', url: 'https://ogp.me/' },
  grade: 'heuristic',
  deduction: 'A quarter for each missing or unusable tag.',
  needs: ['metadata', 'head'],
  run({ metadata: { metas }, head }) {
    const missing = required.filter((name) => openGraph(metas.items, name).length === 0)
    const [url] = openGraph(metas.items, 'og:url')
    const relative = url && !isAbsolute(url.content ?? '') ? url : null
    if (missing.length === 0 && !relative) return pass({ value: 0 })

    const evidence = missing.flatMap((name): LocatedEvidence[] => {
      const [misnamed] = openGraph(metas.items, name, 'name')
      return misnamed ? [{ at: misnamed.at, note: texts.wrongAttribute(name) }] : []
    })
    const value = missing.length + (relative ? 1 : 0)
    const extent = value / required.length
    const outside = metas.items.find(
      (meta) => !meta.inHead && required.some((name) => openGraph([{ ...meta, inHead: true }], name).length > 0),
    )
    if (missing.length === required.length && outside)
      return warn({
        extent,
        value,
        fault: 'outside',
        evidence: [{ at: outside.at }, ...headEnd(head)],
      })
    if (missing.length === required.length && evidence.length === 0)
      return warn({ extent, value, fault: 'none', ownCause: true })
    if (relative) evidence.push({ at: relative.at, note: 'og:url isn’t an absolute URL.' })
    const lack = missing.length > 0 ? [texts.missing(missing.join(', '))] : []
    const wrong = relative ? [texts.relativeUrl] : []
    const fault = missing.length === 0 ? { fault: 'relative' as const } : {}
    return warn({ ...fault, extent, value, title: [...lack, ...wrong].join('; '), evidence, ownCause: true })
  },
})
