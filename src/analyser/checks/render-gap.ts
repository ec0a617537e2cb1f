import { isSameUrl } from '#contract/url-key.ts'
import { defineCheck, fail, type LocatedEvidence, googleDocs, notApplicable, pass, warn } from '../define-check.ts'
import type { RobotsDirective } from '../facts/directives.ts'
import { namedCanonical } from '../facts/link-elements.ts'
import { collapse } from '../facts/text.ts'
import { withoutFragment } from '../facts/urls.ts'

/** Maximum share of the rendered page that the HTML may lack. */
const shareLimit = 0.5

export const renderGap = defineCheck({
  id: 'render-gap',
  name: 'JavaScript changes',
  aliases: ['rendering', 'raw vs rendered HTML', 'client-side rendering', 'JavaScript SEO'],
  titlePass: 'Scripts don’t change key content',
  titleFail: 'Scripts change key content',
  why: 'Search engines read the HTML first and run scripts later, or not at all. They can miss content and rules added by scripts.',
  how: 'Put the title, robots rules and canonical in the server’s HTML, and don’t change them with scripts. Render the main text and links on the server.',
  action: 'Send the page’s key content without relying on scripts',
  effort: 'days',
  thresholds:
    'Warning: scripts change the title, add a canonical, or add over half of the text or links (our threshold). Fail: scripts change robots rules or the canonical. Not applicable: pages that weren’t rendered in a browser.',
  reference: googleDocs('JavaScript SEO basics', 'crawling-indexing/javascript/javascript-seo-basics'),
  grade: 'recommended',
  needs: ['metadata', 'canonicals', 'directives', 'document', 'links', 'beyond'],
  changeable: true,
  withoutLocations: true,
  run({ metadata, canonicals, directives, document, links, beyond: { rendered } }) {
    if (rendered === null) return notApplicable('This page wasn’t rendered in a browser')
    const canonical = namedCanonical(canonicals)
    const later = rendered.canonical === null ? null : withoutFragment(rendered.canonical)
    const [before, after] = [indexingOf(robotsOf(directives.items)), indexingOf(rendered.robots)]
    const changed: LocatedEvidence[] = [
      ...(before === after ? [] : [{ note: `Robots meta tag: ${before} in the HTML, ${after} after scripts` }]),
      ...(canonical === null || (later !== null && isSameUrl(canonical, later))
        ? []
        : [
            {
              note: `Canonical URL: ${canonical.slice(0, 300)} in the HTML, ${later?.slice(0, 300) ?? 'none'} after scripts`,
            },
          ]),
    ]
    const moved: LocatedEvidence[] = [
      ...(canonical === null && later !== null
        ? [{ note: `Canonical URL: only after scripts, ${later.slice(0, 300)}` }]
        : []),
      ...(collapse(metadata.title ?? '') === collapse(rendered.title ?? '')
        ? []
        : [
            {
              note: `Title: “${(metadata.title ?? '').slice(0, 200)}” in the HTML, “${(rendered.title ?? '').slice(0, 200)}” after scripts`,
            },
          ]),
      ...lateShare('text', document.textLength, rendered.textLength),
      ...lateShare('links', links.total, rendered.links),
    ]
    const evidence = [...changed, ...moved]
    if (changed.length > 0)
      return fail({ value: evidence.length, title: 'Scripts change robots rules or the canonical URL', evidence })
    return moved.length > 0 ? warn({ value: evidence.length, evidence }) : pass({ value: 0 })
  },
})

const robotsOf = (directives: RobotsDirective[]) =>
  directives.flatMap(({ agent, name, source }) => (agent === null && source === 'meta' ? [name] : []))

/** Reduces the rules to one word each for indexing and following. */
function indexingOf(rules: string[]): string {
  const names = new Set(
    rules.flatMap((rule) =>
      rule
        .toLowerCase()
        .split(',')
        .map((name) => name.trim()),
    ),
  )
  const forbids = (name: string) => names.has(name) || names.has('none')
  return `${forbids('noindex') ? 'noindex' : 'index'}, ${forbids('nofollow') ? 'nofollow' : 'follow'}`
}

function lateShare(what: string, before: number, after: number): LocatedEvidence[] {
  const share = after === 0 ? 0 : (after - before) / after
  return share > shareLimit ? [{ note: `${Math.round(share * 100)}% of the ${what} only after scripts` }] : []
}
