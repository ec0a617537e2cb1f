import { defineCheck, info, notApplicable } from '../define-check.ts'
import { probesFor } from '../facts/probes.ts'
import { mediaTypeOf } from '../probes/page-files.ts'
import { noResponse } from '../probes/results.ts'

export const llmsTxt = defineCheck({
  id: 'llms-txt',
  name: 'llms.txt',
  aliases: ['AI summary file', 'LLM', 'AI agents', 'AI access'],
  titlePass: 'The website has an llms.txt',
  titleFail: 'The website has no llms.txt',
  why: 'llms.txt is a proposed file that describes a website for AI agents. It doesn’t affect the score.',
  how: 'If you want one, put a Markdown summary with links to your main pages at /llms.txt. Otherwise, no change is needed.',
  thresholds:
    'Info only, never scored: /llms.txt returns a success that isn’t an HTML page. Unknown: we couldn’t request it. Not applicable: it doesn’t exist.',
  reference: { label: 'llmstxt.org: The /llms.txt file', url: 'https://llmstxt.org/' },
  grade: 'heuristic',
  needs: ['probes'],
  withoutLocations: true,
  run({ probes }) {
    const asked = probesFor(probes, 'llms-txt')
    const [probe] = asked
    if (!probe || probe.outcome !== 'answered' || probe.status === null || isUnclear(probe.status))
      return noResponse('We couldn’t check for llms.txt', asked)
    if (probe.status >= 300) return notApplicable('The website has no llms.txt', { value: probe.status })
    const type = mediaTypeOf(probe)
    if (type === 'text/html' || type === 'application/xhtml+xml')
      return notApplicable('The website has no llms.txt: the URL returns an HTML page')
    return info('The website has an llms.txt', {
      value: probe.status,
      evidence: [{ url: probe.finalUrl ?? probe.url }],
    })
  },
})

/** Refusals and server errors leave open whether the file exists. */
const isUnclear = (status: number) => status === 401 || status === 403 || status === 429 || status >= 500
