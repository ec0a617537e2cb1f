import { defineCheck, type LocatedEvidence, info, notApplicable } from '../define-check.ts'
import type { UsagePreference } from '../facts/crawler-access.ts'

export const texts = {
  fromHeader: 'Header of the page',
  preferences: (values: string) => `AI usage preferences: ${values}`,
}

export const usagePreferences = defineCheck({
  id: 'usage-preferences',
  name: 'AI usage preferences',
  aliases: ['Content-Usage', 'Content-Signal', 'content signals', 'ai-train', 'train-ai', 'AI access'],
  titlePass: 'The website states AI usage preferences',
  titleFail: 'The website states no AI usage preferences',
  why: 'Content-Usage and Content-Signal state how content can be used, for example for AI training. They don’t stop any crawler, and crawlers can ignore them.',
  how: 'Compare these statements with what you want. If you need none, no change is needed.',
  thresholds:
    'Info only, never scored. Shows the Content-Usage and Content-Signal lines of robots.txt and the headers with these names. Content-Usage is an IETF draft; Content-Signal comes from contentsignals.org.',
  reference: {
    label: 'IETF draft: Associating AI Usage Preferences with Content in HTTP',
    url: 'https://datatracker.ietf.org/doc/draft-ietf-aipref-attach/',
  },
  grade: 'heuristic',
  needs: ['robots', 'crawlerAccess', 'response'],
  withoutLocations: true,
  run({ robots, crawlerAccess: { preferences }, response }) {
    const [first] = preferences.items
    if (!first) return notApplicable('The website states no AI usage preferences')
    const values = [...new Set(preferences.items.map(({ value }) => value))]
    return info(texts.preferences(`${values.slice(0, 3).join(' · ')}${values.length > 3 ? ' …' : ''}`), {
      value: preferences.total,
      evidenceTotal: preferences.total,
      evidence: preferences.items.map((preference) => preferenceEvidence(preference, robots.url, response.finalUrl)),
    })
  },
})

function preferenceEvidence(
  { source, name, value, line, agents }: UsagePreference,
  robotsUrl: string,
  pageUrl: string,
) {
  const evidence: LocatedEvidence = { url: source === 'robots' ? robotsUrl : pageUrl, snippet: `${name}: ${value}` }
  if (line !== null) evidence.line = line
  const crawlers = agents.includes('*') ? 'all crawlers' : agents.join(', ')
  return { ...evidence, note: source === 'header' ? texts.fromHeader : `For ${crawlers || 'no crawler'}` }
}
