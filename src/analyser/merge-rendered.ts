import { countedCanonicals } from './facts/link-elements.ts'
import { isSocial } from './facts/metadata.ts'
import type { Cut } from './facts/text.ts'
import { firstOfRendered } from './facts/walk.ts'
import type { PageFacts } from './page-facts.ts'

/** The groups that are of the rendered page alone. Those that are not named are of the HTML, or merged below. */
const ofRendered = [
  'headings',
  'outline',
  'images',
  'links',
  'mixedContent',
  'structured',
  'alternates',
  'words',
  'altFaults',
  'pictures',
  'hero',
  'entities',
  'schemaFaults',
  'linkNotes',
  'forms',
  'ids',
  'fragments',
  'stack',
  'appRoot',
  'textShares',
  'mainText',
  'emptyAlts',
  'linkActions',
  'reviewWidget',
  'itemNotes',
] as const satisfies (keyof PageFacts)[]

/**
 * Merges the facts of a page's HTML with those of its rendered document, as Google reads them: what the server sent is
 * of the HTML, the content of the rendered page. Elements of the two have different numbers.
 */
export function mergeRendered(html: PageFacts, rendered: PageFacts): PageFacts {
  const { doctype, mode, brokenAt = null } = html.document
  return {
    ...html,
    ...pick(rendered, ofRendered),
    document: { ...rendered.document, doctype, mode, brokenAt },
    resources: withImagesOf(html.resources, rendered.resources),
    loading: { ...html.loading, later: joined(html.loading.later, rendered.loading.later) },
    metadata: withSocialTagsOf(html.metadata, rendered.metadata),
    directives: strictest(html.directives, rendered.directives),
    // A canonical of scripts counts only if the HTML has none.
    ...pick(countedCanonicals(html.canonicals).length > 0 ? html : rendered, [
      'canonicals',
      'canonicalAccess',
      'ignoredCanonicals',
    ]),
    ...pick(html.icons.items.length > 0 ? html : rendered, ['icons', 'iconAccess', 'outsideIcons']),
  }
}

function pick<Group extends keyof PageFacts>(facts: PageFacts, groups: readonly Group[]): Pick<PageFacts, Group> {
  const given = groups.flatMap((group) => (facts[group] === undefined ? [] : [[group, facts[group]]]))
  return Object.fromEntries(given) as Pick<PageFacts, Group>
}

const joined = <T>(a: Cut<T>, b: Cut<T>): Cut<T> => ({
  items: [...a.items, ...b.items],
  total: a.total + b.total,
})

/** Scripts and style sheets are those of the HTML, which block rendering; images are those of the content. */
function withImagesOf(html: PageFacts['resources'], rendered: PageFacts['resources']): PageFacts['resources'] {
  const { insecureActive, insecurePassive } = rendered
  const files = html.items.filter(({ kind }) => kind !== 'image')
  const images = rendered.items.filter(({ kind }) => kind === 'image')
  const cut = Math.max(html.total - html.items.length, rendered.total - rendered.items.length)
  // In the order of the page, as far as scripts leave it.
  const items = [...files, ...images].toSorted((a, b) => (a.at % firstOfRendered) - (b.at % firstOfRendered))
  return { ...html, items, total: items.length + cut, insecureActive, insecurePassive }
}

/** Social networks run no scripts, so their tags are those of the HTML. */
function withSocialTagsOf(html: PageFacts['metadata'], rendered: PageFacts['metadata']): PageFacts['metadata'] {
  const others = rendered.metas.items.filter((meta) => !isSocial(meta))
  const items = [...others, ...html.metas.items.filter(isSocial)]
  return { ...rendered, metas: { items, total: Math.max(items.length, rendered.metas.total) } }
}

/** Rules that scripts add count too, and the strictest wins, so they are all kept. Scripts can't take one back. */
function strictest(html: PageFacts['directives'], rendered: PageFacts['directives']): PageFacts['directives'] {
  const keyOf = ({ agent, name, value, source }: PageFacts['directives']['items'][number]) =>
    [agent, name, value, source].join(' ')
  const known = new Set(html.items.map(keyOf))
  const added = rendered.items.filter((rule) => !known.has(keyOf(rule)))
  return { items: [...html.items, ...added], total: html.total + added.length }
}
