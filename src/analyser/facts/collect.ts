import type { Crawl } from '../crawl.ts'
import { namedCanonical } from '../indexing.ts'
import type { LocatablePage } from '../locate.ts'
import { noBeyondFacts, type PageFacts } from '../page-facts.ts'
import { collectAppRoot } from './app-root.ts'
import { readCanonicalAccess } from './canonical-access.ts'
import { decodeBody } from './charset.ts'
import { readCrawlerAccess } from './crawler-access.ts'
import { readDirectives } from './directives.ts'
import { collectHead, collectIds, collectRoot, readDoctype } from './document.ts'
import { collectEntities } from './entities.ts'
import { collectForms } from './forms.ts'
import { headerValue } from './headers.ts'
import { collectHeadings } from './headings.ts'
import { collectHero } from './hero.ts'
import { readIconAccess } from './icon-access.ts'
import { collectAltFaults, collectAltTexts, collectImages } from './images.ts'
import { collectStructured } from './json-ld.ts'
import { collectAlternates, collectCanonicals, collectIcons } from './link-elements.ts'
import { collectLinkNotes } from './link-notes.ts'
import { collectLinks } from './links.ts'
import { collectLoading } from './loading.ts'
import { collectMetadata } from './metadata.ts'
import { collectPictures } from './pictures.ts'
import { collectResources } from './resources.ts'
import { readResponse } from './response.ts'
import { readRobots, rulesOf } from './robots-txt.ts'
import { readSchemaFaults } from './schema-faults.ts'
import { shownText } from './shown-text.ts'
import { collectStack } from './stack.ts'
import { collapse } from './text.ts'
import { collectTextShares } from './text-shares.ts'
import { parsePage } from './tree.ts'
import { type Handlers, walk } from './walk.ts'
import { collectExcludedText, readWords } from './words.ts'

/**
 * The facts without places, and what the analysis needs besides: elements by ordinal, the source and the visible text.
 */
export type CollectedPage = LocatablePage & { facts: PageFacts; text: string }

export function collectFacts(crawl: Crawl): CollectedPage {
  const { finalUrl, headers, truncated } = crawl
  const { text: source, charset } = decodeBody(crawl.body, headerValue(headers, 'content-type'), truncated)
  const tree = parsePage(source)

  const root = collectRoot()
  const metadata = collectMetadata()
  const headings = collectHeadings()
  const images = collectImages()
  const links = collectLinks()
  const canonicals = collectCanonicals(headers)
  const resources = collectResources(headers)
  const structured = collectStructured()
  const alternates = collectAlternates(headers)
  const hero = collectHero()
  const pictures = collectPictures(hero)
  const loading = collectLoading()
  const entities = collectEntities()
  const icons = collectIcons()
  const linkNotes = collectLinkNotes(links)
  const forms = collectForms()
  const ids = collectIds()
  const head = collectHead()
  const stack = collectStack(headers)
  const appRoot = collectAppRoot()
  const textShares = collectTextShares()
  const excluded = collectExcludedText()
  const altTexts = collectAltTexts()
  const altFaults = collectAltFaults()
  const collectors: { handlers: Handlers }[] = [
    root,
    metadata,
    headings,
    images,
    links,
    canonicals,
    resources,
    structured,
    alternates,
    hero,
    pictures,
    loading,
    entities,
    icons,
    linkNotes,
    forms,
    ids,
    head,
    stack,
    excluded,
    altTexts,
    appRoot,
    textShares,
    altFaults,
  ]
  const groups = collectors.map(({ handlers }) => handlers)
  const { elements, depth, text } = walk(tree.document, tree.budget, groups)

  const base = root.base(finalUrl)
  const visible = collapse(text)
  const named = metadata.finish()
  const { lang, htmlAt } = root.finish()
  const words = readWords(text, lang, excluded.finish())
  const rules = rulesOf(crawl.robots)
  const response = readResponse(crawl)
  const namedCanonicals = canonicals.finish(base, finalUrl)
  const namedIcons = icons.finish(base)
  const facts: PageFacts = {
    version: 1,
    response,
    timings: crawl.timings,
    robots: readRobots(crawl.robots, finalUrl, rules),
    charset: { ...charset, meta: root.declaredCharset() },
    document: {
      ...readDoctype(tree),
      lang,
      htmlAt,
      baseUrl: base,
      nodes: tree.nodes,
      elements: elements.length,
      depth,
      cut: tree.cut,
      textLength: visible.length,
    },
    metadata: named,
    directives: readDirectives(named.metas.items, headers),
    canonicals: namedCanonicals,
    canonicalAccess: readCanonicalAccess(namedCanonical(namedCanonicals), rules, crawl.robots),
    headings: headings.finish(text),
    images: images.finish(),
    links: links.finish(base, finalUrl, text),
    resources: resources.finish(base),
    structured: structured.finish(),
    alternates: alternates.finish(base, finalUrl),
    words: { ...words, alts: altTexts.finish() },
    altFaults: altFaults.finish(),
    pictures: pictures.finish(),
    hero: hero.finish(text),
    loading: loading.finish(base),
    entities: entities.finish(),
    schemaFaults: readSchemaFaults(entities.tops(), entities.byId, response.answeredAt, () =>
      shownText(text, elements),
    ),
    icons: namedIcons,
    crawlerAccess: readCrawlerAccess(crawl.robots, rules, headers, finalUrl),
    iconAccess: readIconAccess(namedIcons, rules, crawl.robots, finalUrl),
    linkNotes: linkNotes.finish(base, finalUrl, text, { declared: lang, detected: words.language }),
    forms: forms.finish(base, finalUrl),
    ids: ids.finish(),
    head: head.finish(),
    stack: stack.finish(),
    appRoot: appRoot.finish(),
    textShares: textShares.finish(text),
    probes: [],
    beyond: noBeyondFacts,
    places: {},
  }
  return { facts, elements, source, text: visible, repeatedIds: ids.repeats }
}
