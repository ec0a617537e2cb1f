import { count, defineCheck, fail, notApplicable, pass, warn } from '../define-check.ts'
import type { Resource } from '../facts/resources.ts'

export const mixedContent = defineCheck({
  id: 'mixed-content',
  name: 'Mixed content',
  aliases: ['http resources', 'insecure content', 'https'],
  titlePass: 'Everything on the page is loaded over HTTPS',
  titleFail: 'The page loads parts over HTTP',
  why: 'Browsers block scripts, styles and frames that come over HTTP into an HTTPS page, so it breaks. Images and media they ask for over HTTPS instead, and leave out where that fails.',
  how: 'Write the addresses with https://, or ask browsers for it with the header Content-Security-Policy: upgrade-insecure-requests.',
  thresholds:
    'A script, style sheet, frame or other active part over http fails; only images and media warn, and then weigh as medium. Not applicable to pages over http; parts in noscript do not count.',
  reference: { label: 'W3C: Mixed Content', url: 'https://www.w3.org/TR/mixed-content/' },
  grade: 'required',
  deduction: 'All for scripts, styles or frames over HTTP; 40% for images and media.',
  needs: ['resources', 'response'],
  run({ resources: { insecureActive, insecurePassive, upgrades }, response: { finalUrl } }) {
    if (!finalUrl.startsWith('https:')) return notApplicable('The page itself is not served over HTTPS')
    const total = insecureActive.total + insecurePassive.total
    if (total === 0) return pass({ value: 0 })
    if (upgrades) return pass({ value: 0, title: 'Browsers are asked to load everything over HTTPS' })
    const evidence = [...insecureActive.items, ...insecurePassive.items].map(findingOf)
    const title = `The page loads ${count(total, 'part')} over HTTP`
    return insecureActive.total > 0
      ? fail({ value: total, title, evidence })
      : warn({ extent: 0.4, value: total, title, evidence })
  },
})

const findingOf = ({ at, url, kind }: Resource) => ({
  at,
  url,
  note: `Loaded as ${kind === 'css-image' ? 'part of a style sheet' : kind}`,
})
