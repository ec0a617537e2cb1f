import { defineCheck, fail, type Finding, googleDocs, notApplicable, pass, warn } from '../define-check.ts'
import type { RobotsDirective } from '../facts/directives.ts'
import { collapse } from '../facts/text.ts'
import { withoutFragment } from '../facts/urls.ts'
import { namedCanonical } from '../indexing.ts'

/** Maximum share of the rendered page that the HTML may lack. */
const shareLimit = 0.5

export const renderGap = defineCheck({
  id: 'render-gap',
  name: 'JavaScript changes',
  aliases: ['rendering', 'raw vs rendered HTML', 'client-side rendering', 'JavaScript SEO'],
  titlePass: 'The page says the same before and after its scripts ran',
  titleFail: 'Scripts change what the page says',
  why: 'Search engines read the HTML first and run scripts later or not at all. Rules that change in between are obeyed by chance, and text that comes late is found late.',
  how: 'Put title, robots rules and canonical address into the HTML that the server sends, and leave them alone in scripts. Render the main text and links on the server.',
  thresholds:
    'Robots rules or a canonical address that scripts change fail. A changed title, a canonical address that only scripts add, and more than half of the text or links only after scripts ran warn (own value).',
  reference: googleDocs('JavaScript SEO basics', 'crawling-indexing/javascript/javascript-seo-basics'),
  grade: 'recommended',
  needs: ['metadata', 'canonicals', 'directives', 'document', 'links', 'beyond'],
  withoutPlaces: true,
  run({ metadata, canonicals, directives, document, links, beyond: { rendered } }) {
    if (rendered === null) return notApplicable('The page was not rendered in a browser')
    const canonical = namedCanonical(canonicals)
    const later = rendered.canonical === null ? null : withoutFragment(rendered.canonical)
    const [before, after] = [indexingOf(robotsOf(directives.items)), indexingOf(rendered.robots)]
    const changed: Finding[] = [
      ...(before === after ? [] : [{ note: `Robots rules: ${before} in the HTML, ${after} after scripts ran` }]),
      ...(canonical === null || canonical === later
        ? []
        : [
            {
              note: `Canonical address: ${canonical.slice(0, 300)} in the HTML, ${later?.slice(0, 300) ?? 'none'} after scripts ran`,
            },
          ]),
    ]
    const moved: Finding[] = [
      ...(canonical === null && later !== null
        ? [{ note: `Canonical address: only after scripts ran, ${later.slice(0, 300)}` }]
        : []),
      ...(collapse(metadata.title ?? '') === collapse(rendered.title ?? '')
        ? []
        : [
            {
              note: `Title: "${(metadata.title ?? '').slice(0, 200)}" in the HTML, "${(rendered.title ?? '').slice(0, 200)}" after scripts ran`,
            },
          ]),
      ...lateShare('text', document.textLength, rendered.textLength),
      ...lateShare('links', links.total, rendered.links),
    ]
    const evidence = [...changed, ...moved]
    if (changed.length > 0)
      return fail({ value: evidence.length, title: 'Scripts change rules that search engines obey', evidence })
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

function lateShare(what: string, before: number, after: number): Finding[] {
  const share = after === 0 ? 0 : (after - before) / after
  return share > shareLimit ? [{ note: `${Math.round(share * 100)} % of the ${what} only after scripts ran` }] : []
}
