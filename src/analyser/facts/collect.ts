import { domainOf } from '#contract/websites/website.ts'
import type { FetchedPage } from '../fetched-page.ts'
import type { LocatablePage } from '../locate.ts'
import { noBeyondFacts, type PageFacts } from '../page-facts.ts'
import type { PlanOptions } from '../probes/plan.ts'
import { decodeBody } from './charset.ts'
import { readCrawlerAccess, readCanonicalAccess, readIconAccess } from './crawler-access.ts'
import { readDirectives } from './directives.ts'
import { collectAppRoot, collectHead, collectIds, collectRoot, readDoctype } from './document.ts'
import { collectEntities } from './entities.ts'
import { collectForms } from './forms.ts'
import { collectFragments } from './fragments.ts'
import { headerValue, isXhtml } from './headers.ts'
import { collectHeadings, collectOutline } from './headings.ts'
import { collectAltFaults, collectAltTexts, collectEmptyAlts, collectImages } from './images.ts'
import { readItemNotes } from './item-notes.ts'
import { collectStructured } from './json-ld.ts'
import { collectAlternates, collectCanonicals, collectIcons, namedCanonical } from './link-elements.ts'
import { collectLinkNotes } from './link-notes.ts'
import { collectLinks } from './links.ts'
import { collectLoading } from './loading.ts'
import { collectMainText } from './main-text.ts'
import { collectMetadata, openGraph } from './metadata.ts'
import { parsePage } from './parse-page.ts'
import { collectHero, collectPictures } from './pictures.ts'
import { readResourceAccess } from './resource-access.ts'
import { collectResources } from './resources.ts'
import { readResponse } from './response.ts'
import { readReviewWidget } from './review-widget.ts'
import { matchingWork } from './robots-rules.ts'
import { readRobots, rulesOf, withoutSiteBlocks } from './robots-txt.ts'
import { readSchemaFaults } from './schema-faults.ts'
import { collectScripts } from './scripts.ts'
import { collectRaisedCents } from './shown-numbers.ts'
import { collectStack } from './stack.ts'
import { collectTextShares } from './text-shares.ts'
import { collapse } from './text.ts'
import type { Element } from './tree.ts'
import { type Ordinal, walk } from './walk.ts'
import { collectExcludedText, readWords } from './words.ts'

/** Attributes that show or announce a text, and data attributes, from which scripts draw stars and prices. */
const shows = /^(?:aria-label|title|alt|value|data-.*)$/
const maxLength = 500_000

/** The facts without locations, the elements by ordinal, the source, the visible text and its main part. */
export type CollectedPage = LocatablePage & { facts: PageFacts; text: string; main: string }

/** @param firstOrdinal the number of the first element, so that two documents of one page can have different numbers */
export function collectFacts(fetched: FetchedPage & PlanOptions, firstOrdinal: Ordinal = 0): CollectedPage {
  const { finalUrl, headers, truncated, judgesAsProduction = false, productionHost } = fetched
  const {
    text: source,
    charset,
    mislabelled,
  } = decodeBody(fetched.body, headerValue(headers, 'content-type'), truncated)
  const tree = parsePage(source, isXhtml(headerValue(headers, 'content-type')))

  const hero = collectHero()
  const links = collectLinks()
  const collectors = {
    root: collectRoot(),
    metadata: collectMetadata(),
    headings: collectHeadings(),
    outline: collectOutline(),
    images: collectImages(),
    links,
    canonicals: collectCanonicals(headers),
    resources: collectResources(headers),
    structured: collectStructured(),
    alternates: collectAlternates(headers),
    hero,
    pictures: collectPictures(hero),
    loading: collectLoading(),
    entities: collectEntities(),
    icons: collectIcons(),
    linkNotes: collectLinkNotes(links),
    forms: collectForms(),
    ids: collectIds(),
    fragments: collectFragments(),
    head: collectHead(),
    stack: collectStack(headers),
    excluded: collectExcludedText(),
    altTexts: collectAltTexts(),
    appRoot: collectAppRoot(),
    textShares: collectTextShares(),
    altFaults: collectAltFaults(),
    mainText: collectMainText(),
    emptyAlts: collectEmptyAlts(),
    raisedCents: collectRaisedCents(),
    scripts: collectScripts(),
  }
  const { elements, depth, text } = walk(tree, Object.values(collectors), firstOrdinal)

  const base = collectors.root.base(finalUrl)
  const visible = collapse(text)
  const metadataFacts = collectors.metadata.finish()
  const { lang, htmlAt } = collectors.root.finish()
  const charsetMetas = collectors.root.declaredCharsets()
  const { consent, main, ...mainText } = collectors.mainText.finish(text)
  const words = readWords(text, lang, collectors.excluded.finish(), { consent, words: mainText.consentWords })
  const { mixedContent, ...resources } = collectors.resources.finish(base)
  const isJudgedAsProduction = judgesAsProduction && domainOf(new URL(fetched.askedUrl)) === domainOf(new URL(finalUrl))
  const robots = isJudgedAsProduction ? withoutSiteBlocks(fetched.robots) : fetched.robots
  const rules = rulesOf(robots)
  const work = matchingWork()
  const response = readResponse(fetched)
  const { ignored: ignoredCanonicals, ...canonicalFacts } = collectors.canonicals.finish(base, finalUrl)
  const { actions: linkActions, ...linkFacts } = collectors.links.finish(base, finalUrl, text)
  const { outside: outsideIcons, ...iconFacts } = collectors.icons.finish(base)
  const loading = collectors.loading.finish(base)
  const facts: PageFacts = {
    version: 1,
    response,
    timings: fetched.timings,
    robots: readRobots(fetched.robots, finalUrl, rulesOf(fetched.robots), work),
    charset: { ...charset, meta: charsetMetas[0] ?? null },
    charsetNotes: { mislabelled, metas: charsetMetas },
    document: {
      ...readDoctype(tree),
      lang,
      htmlAt,
      baseUrl: base,
      nodes: tree.nodes,
      elements: elements.length,
      depth,
      cut: tree.cut,
      // A page that was cut is not well-formed at its end.
      brokenAt: truncated ? null : tree.brokenAt,
      textLength: visible.length,
    },
    metadata: metadataFacts,
    directives: readDirectives(metadataFacts.metas.items, headers),
    canonicals: canonicalFacts,
    canonicalAccess: readCanonicalAccess(namedCanonical(canonicalFacts), rules, robots, work),
    headings: collectors.headings.finish(text),
    outline: collectors.outline.finish(),
    images: collectors.images.finish(),
    links: linkFacts,
    resources,
    mixedContent,
    structured: collectors.structured.finish(),
    alternates: collectors.alternates.finish(base, finalUrl),
    words: { ...words, alts: collectors.altTexts.finish() },
    altFaults: collectors.altFaults.finish(),
    pictures: collectors.pictures.finish(),
    hero: collectors.hero.finish(text),
    loading,
    entities: collectors.entities.finish(finalUrl),
    schemaFaults: readSchemaFaults(collectors.entities.tops(), collectors.entities.byId, response.answeredAt, () =>
      [shownText(text, elements), ...collectors.raisedCents.finish(text)].join(' '),
    ),
    icons: iconFacts,
    outsideIcons,
    crawlerAccess: readCrawlerAccess(robots, rules, headers, { finalUrl, work }),
    iconAccess: readIconAccess(iconFacts, rules, robots, { finalUrl, work }),
    linkNotes: collectors.linkNotes.finish(base, finalUrl, text, { declared: lang, detected: words.language }),
    forms: collectors.forms.finish(base, finalUrl),
    ids: collectors.ids.finish(),
    fragments: collectors.fragments.finish(linkFacts, finalUrl, tree.cut || truncated),
    head: collectors.head.finish(),
    stack: collectors.stack.finish(),
    appRoot: collectors.appRoot.finish(),
    textShares: collectors.textShares.finish(text),
    mainText,
    ignoredCanonicals,
    emptyAlts: collectors.emptyAlts.finish(text),
    linkActions,
    scripts: collectors.scripts.finish(elements),
    reviewWidget: readReviewWidget(elements, tree.hasScripts),
    itemNotes: readItemNotes(collectors.entities.described(), collectors.entities.byId, {
      url: finalUrl,
      answeredAt: response.answeredAt,
      siteName: openGraph(metadataFacts.metas.items, 'og:site_name')[0]?.content?.trim() ?? null,
    }),
    ...(isJudgedAsProduction && { judgedAsProduction: true, ...(productionHost && { productionHost }) }),
    probes: [],
    beyond: noBeyondFacts,
    places: {},
  }
  // Last, because it can take all the work that is left.
  facts.resourceAccess = readResourceAccess(
    resources.items,
    { elementAt: (at) => elements[at - firstOrdinal], later: loading.later.items },
    rules,
    robots,
    { finalUrl, work },
  )
  return { facts, firstOrdinal, elements, source, text: visible, main, repeatedIds: collectors.ids.repeats }
}

/**
 * Returns the visible text together with the attributes that can show a text. Other text is certainly not visible
 * without scripts.
 */
function shownText(text: string, elements: readonly Element[]): string {
  const parts = [text]
  let length = 0
  for (const { tagName, attrs } of elements) {
    if (tagName === 'meta' || tagName === 'script') continue
    for (const { name, value } of attrs) {
      if (!shows.test(name) || !/\d/.test(value) || length > maxLength) continue
      const part = value.slice(0, 1000)
      parts.push(part)
      length += part.length
    }
  }
  return parts.join(' ')
}
