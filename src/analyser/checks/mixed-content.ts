import { count, defineCheck, fail, notApplicable, pass, unknown, warn } from '../define-check.ts'
import type { Resource, ResourceKind } from '../facts/resources.ts'

export const texts = {
  older: 'This report doesn’t show which images belong to a set. Run the analysis again.',
  insecure: (resources: number) => `The page loads ${count(resources, 'resource')} over HTTP`,
}

export const mixedContent = defineCheck({
  id: 'mixed-content',
  name: 'Mixed content',
  aliases: ['http resources', 'insecure content', 'https'],
  titlePass: 'The page has no mixed content',
  titleFail: 'The page has mixed content',
  why: 'Browsers block scripts, styles, fonts, frames and the images of srcset over HTTP, so the page breaks. They load other images and media over HTTPS, and drop them if that fails.',
  how: 'Use https:// URLs, or send the header Content-Security-Policy: upgrade-insecure-requests.',
  action: 'Load every part of the page securely',
  effort: 'hours',
  thresholds:
    'Pass: everything loads over HTTPS, or upgrade-insecure-requests is set. Warning: only images or media load over HTTP, which browsers upgrade. Fail: browsers block a resource: a script, stylesheet, font, frame or track, an image of srcset or picture, or anything from an IP address. Not applicable: HTTP pages. Resources in noscript are ignored.',
  reference: { label: 'W3C: Mixed Content', url: 'https://www.w3.org/TR/mixed-content/' },
  grade: 'required',
  deduction:
    'All if browsers block anything but images; 15% if they only block images, 10% for images and media that they upgrade.',
  needs: ['resources', 'response'],
  uses: ['mixedContent'],
  run({ resources: { insecureActive, insecurePassive, upgrades }, response: { finalUrl }, mixedContent }) {
    if (!finalUrl.startsWith('https:')) return notApplicable('The page itself doesn’t use HTTPS')
    const total = insecureActive.total + insecurePassive.total
    if (total === 0) return pass({ value: 0 })
    if (upgrades) return pass({ value: 0, title: 'upgrade-insecure-requests loads everything over HTTPS' })
    const title = texts.insecure(total)
    const details = (items: Resource[]) => ({
      value: total,
      evidenceTotal: total,
      title,
      evidence: items.map((item) => evidenceOf(item, isBlocked(item))),
    })
    const blockedPassive = mixedContent?.blockedPassive.items ?? []
    const isBlocked = (resource: Resource) =>
      insecureActive.items.includes(resource) || blockedPassive.some(isSame(resource))
    const all = [...insecureActive.items, ...insecurePassive.items]
    if (insecureActive.total > 0 || blockedPassive.length > 0)
      return fail({
        ...(all.filter(isBlocked).every(({ kind }) => kind === 'image') && { extent: 0.15 }),
        ...details(all.toSorted((a, b) => Number(isBlocked(b)) - Number(isBlocked(a)))),
      })
    if (mixedContent === undefined)
      return unknown('We couldn’t check whether browsers block the page’s images', texts.older, details(all))
    return warn({ extent: 0.1, ...details(all) })
  },
})

const isSame =
  ({ at, url }: Resource) =>
  (other: Resource) =>
    other.at === at && other.url === url

const kindNames: Partial<Record<ResourceKind, string>> = { 'css-image': 'part of a stylesheet', style: 'stylesheet' }

const evidenceOf = ({ at, url, kind }: Resource, isBlocked: boolean) => ({
  at,
  url,
  note: `Loaded as ${kindNames[kind] ?? kind}${isBlocked ? ', which browsers block' : ''}`,
})
