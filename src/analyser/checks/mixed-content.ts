import { count, defineCheck, fail, notApplicable, pass, warn } from '../define-check.ts'
import type { Resource, ResourceKind } from '../facts/resources.ts'

export const texts = {
  insecure: (resources: number) => `The page loads ${count(resources, 'resource')} over HTTP`,
}

export const mixedContent = defineCheck({
  id: 'mixed-content',
  name: 'Mixed content',
  aliases: ['http resources', 'insecure content', 'https'],
  titlePass: 'The page has no mixed content',
  titleFail: 'The page has mixed content',
  why: 'Browsers block scripts, styles and frames loaded over HTTP, so the page breaks. They upgrade images and media to HTTPS, and drop them if that fails.',
  how: 'Use https:// URLs, or send the header Content-Security-Policy: upgrade-insecure-requests.',
  action: 'Load every part of the page securely',
  effort: 'hours',
  thresholds:
    'Pass: everything loads over HTTPS, or upgrade-insecure-requests is set. Warning: only images or media load over HTTP. Fail: a script, stylesheet, frame or other active resource does. Not applicable: HTTP pages. Resources in noscript are ignored.',
  reference: { label: 'W3C: Mixed Content', url: 'https://www.w3.org/TR/mixed-content/' },
  grade: 'required',
  deduction: 'All for scripts, styles or frames over HTTP; 40% for images and media.',
  needs: ['resources', 'response'],
  run({ resources: { insecureActive, insecurePassive, upgrades }, response: { finalUrl } }) {
    if (!finalUrl.startsWith('https:')) return notApplicable('The page itself doesn’t use HTTPS')
    const total = insecureActive.total + insecurePassive.total
    if (total === 0) return pass({ value: 0 })
    if (upgrades) return pass({ value: 0, title: 'upgrade-insecure-requests loads everything over HTTPS' })
    const evidence = [...insecureActive.items, ...insecurePassive.items].map(evidenceOf)
    const title = texts.insecure(total)
    return insecureActive.total > 0
      ? fail({ value: total, evidenceTotal: total, title, evidence })
      : warn({ extent: 0.4, value: total, evidenceTotal: total, title, evidence })
  },
})

const kindNames: Partial<Record<ResourceKind, string>> = { 'css-image': 'part of a stylesheet', style: 'stylesheet' }

const evidenceOf = ({ at, url, kind }: Resource) => ({
  at,
  url,
  note: `Loaded as ${kindNames[kind] ?? kind}`,
})
