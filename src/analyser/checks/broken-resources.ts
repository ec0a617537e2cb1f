import { count, defineCheck, fail, googleDocs, notApplicable, pass, unknown, warn } from '../define-check.ts'
import { probesFor } from '../facts/probes.ts'
import { withoutFragment } from '../facts/urls.ts'
import { loadsSampledFiles, noSampledFiles } from '../probes/page-files.ts'
import { isLastingFailure, classifyProbe, noResponse, sideOf, whereOf } from '../probes/results.ts'

const unknownTitle = 'We couldn’t check the page’s resources'

export const texts = {
  blocked: 'We couldn’t request files that robots.txt blocks',
  blocksUs: 'It blocks all sampled files for our crawler, which follows it as search engines do.',
  noneBroken: (resources: number) => `${count(resources, 'resource')} sampled, none broken`,
  broken: (broken: number, checked: number) =>
    `${broken} of ${checked} sampled resources ${broken === 1 ? 'is' : 'are'} broken`,
}

export const brokenResources = defineCheck({
  id: 'broken-resources',
  name: 'Broken resources',
  aliases: ['missing CSS', 'missing JavaScript', 'broken images', '404 errors'],
  titlePass: 'No broken resources found',
  titleFail: 'Some resources are broken',
  why: 'Without its stylesheets, scripts and images, a page looks broken to visitors. Google renders pages with these files, so content that depends on them may be missing from search.',
  how: 'Restore the file, correct its URL, or remove the element that loads it. After a deployment, check that old pages don’t refer to files that were deleted.',
  action: 'Restore missing files of the page',
  effort: 'hours',
  thresholds:
    'Pass: every sampled resource works. Warning: fewer than half of the sampled images are broken. Fail: half of them or more, or any stylesheet or script. Broken: 4xx or 5xx, HTML in place of the file, a domain that doesn’t exist, or a redirect loop. Ignored: 401, 429, no response, and 403, 999 or HTML from other websites, which many servers return to bots. Our thresholds.',
  reference: googleDocs('Fix JavaScript problems', 'crawling-indexing/javascript/fix-search-javascript'),
  grade: 'recommended',
  deduction:
    '50% for each broken stylesheet, 17% for each script, at most 50%, and 5% for each image, at most 25%; together at most all. The number of files that work doesn’t matter.',
  needs: ['probes', 'resources', 'loading', 'response'],
  changeable: true,
  withoutLocations: true,
  run({ probes, ...facts }) {
    const sampled = probesFor(probes, 'resource')
    if (sampled.length === 0 && !loadsSampledFiles(facts)) return notApplicable(noSampledFiles)
    const kinds = new Map(facts.resources.items.map(({ url, kind }) => [withoutFragment(url), kind]))
    const answers = sampled
      .filter(({ outcome }) => outcome !== 'not-asked')
      .map((probe) => ({
        ...classifyProbe(probe, sideOf(probe.url, facts.response.finalUrl)),
        // A host that does not respond to us may respond to visitors, and the fault costs many points.
        ...(probe.outcome === 'failed' && !isLastingFailure(probe.reasonCode) && { state: 'unclear' as const }),
        kind: kinds.get(withoutFragment(probe.url)) ?? 'script',
      }))
    if (answers.length === 0 && sampled.length > 0 && sampled.every(({ reasonCode }) => reasonCode === 'robots'))
      return unknown(texts.blocked, texts.blocksUs, {
        evidence: sampled.map((probe) => ({ ...whereOf(probe), note: probe.reason ?? texts.blocked })),
      })
    if (answers.length === 0) return noResponse(unknownTitle, sampled)
    const determined = answers.filter(({ state }) => state !== 'unclear')
    const evidenceOf = (state: (typeof answers)[number]['state']) =>
      answers.filter((answer) => answer.state === state).map(({ probe, note }) => ({ ...whereOf(probe), note }))
    if (determined.length === 0) {
      const [first] = answers
      return unknown(unknownTitle, `${first?.probe.url ?? ''}: ${first?.note ?? ''}.`, {
        evidence: evidenceOf('unclear'),
      })
    }
    const broken = determined.filter(({ state }) => state === 'broken')
    const value = broken.length
    if (value === 0)
      return pass({
        value,
        title: texts.noneBroken(determined.length),
      })
    const title =
      determined.length === 1 ? 'The only sampled resource is broken' : texts.broken(value, determined.length)
    const countOf = (files: typeof determined, ofKind: string) => files.filter(({ kind }) => kind === ofKind).length
    const images = countOf(broken, 'image')
    const styles = countOf(broken, 'style')
    const isSevere = value > images || images * 2 >= countOf(determined, 'image')
    return (isSevere ? fail : warn)({
      extent: Math.min(
        1,
        styles * extents.style.each +
          Math.min(extents.script.most, (value - images - styles) * extents.script.each) +
          Math.min(extents.image.most, images * extents.image.each),
      ),
      value,
      title,
      evidence: evidenceOf('broken'),
    })
  },
})

/**
 * What a broken file deducts. A page that a script leaves without content loses far more elsewhere, so here a script
 * that renders nothing costs little.
 */
const extents = { style: { each: 1 / 2 }, script: { each: 1 / 6, most: 1 / 2 }, image: { each: 1 / 20, most: 1 / 4 } }
