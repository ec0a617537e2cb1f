import type { Gathered } from '../gathered.ts'
import type { PageFacts } from '../page-facts.ts'
import { collectCanonicals } from './canonicals.ts'
import { decodeBody } from './charset.ts'
import { readDirectives } from './directives.ts'
import { collectRoot, readDoctype } from './document.ts'
import { collectHeadings } from './headings.ts'
import { collectImages } from './images.ts'
import { collectLinks } from './links.ts'
import { collectMetadata } from './metadata.ts'
import { collectResources } from './resources.ts'
import { headerValue, readResponse } from './response.ts'
import { readRobots } from './robots.ts'
import { collectStructured } from './structured.ts'
import { collapse } from './text.ts'
import { type Element, parsePage } from './tree.ts'
import { walk } from './walk.ts'

/** The facts, still without places, and what only the analysis itself needs: the elements by ordinal, the source, the text. */
export type Collected = { facts: PageFacts; elements: Element[]; source: string; text: string }

export function collectFacts(gathered: Gathered): Collected {
  const { finalUrl, headers, truncated } = gathered
  const { text: source, charset } = decodeBody(gathered.body, headerValue(headers, 'content-type'), truncated)
  const tree = parsePage(source)

  const root = collectRoot()
  const metadata = collectMetadata()
  const headings = collectHeadings()
  const images = collectImages()
  const links = collectLinks()
  const canonicals = collectCanonicals(headers)
  const resources = collectResources(headers)
  const structured = collectStructured()
  const groups = [root, metadata, headings, images, links, canonicals, resources, structured].map(({ handlers }) => handlers)
  const { elements, depth, text: raw } = walk(tree.document, tree.budget, groups)

  const base = root.base(finalUrl)
  const text = collapse(raw)
  const named = metadata.finish()
  const facts: PageFacts = {
    version: 1,
    response: readResponse(gathered),
    timings: gathered.timings,
    robots: readRobots(gathered.robots, finalUrl),
    charset,
    document: {
      ...readDoctype(tree),
      ...root.finish(),
      baseUrl: base,
      nodes: tree.nodes,
      elements: elements.length,
      depth,
      cut: tree.cut,
      textLength: text.length,
    },
    metadata: named,
    directives: readDirectives(named.metas.items, headers),
    canonicals: canonicals.finish(base, finalUrl),
    headings: headings.finish(raw),
    images: images.finish(),
    links: links.finish(base, finalUrl, raw),
    resources: resources.finish(base),
    structured: structured.finish(),
    places: {},
  }
  return { facts, elements, source, text }
}
