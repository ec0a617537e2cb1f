import { createRequire } from 'node:module'
import { isJsonLd, readBlock, rootsOf } from '#analyser/facts/json-ld.ts'
import { namedCanonical } from '#analyser/facts/link-elements.ts'
import { headMetas, openGraph, sharedImage } from '#analyser/facts/metadata.ts'
import { parsePage } from '#analyser/facts/parse-page.ts'
import { valuesAt } from '#analyser/facts/schema-objects.ts'
import type { Element, ParentNode } from '#analyser/facts/tree.ts'
import type { PageFacts } from '#analyser/page-facts.ts'
import { analysePage } from '#analyser/run.ts'
import { fetchedPageOf } from '#testing/pages/fetched-page.ts'

type Rule = (page: { htmlDom: unknown; url: string }) => Promise<unknown>
type Normalise = (value: unknown, options: { url: string }) => unknown

/** The parts of metascraper that read one value each, from the folder in which it is installed. */
export type Metascraper = ReturnType<typeof loadMetascraper>

const url = 'https://example.com/'

/** Loads metascraper, which is no dependency of ours, because it is large. */
export function loadMetascraper(folder: string) {
  const loadPackage = createRequire(`${folder}/`)
  const { load } = loadPackage('cheerio') as { load: (html: string, options: object) => unknown }
  const helpers = loadPackage('@metascraper/helpers') as Record<string, Normalise>
  const rulesOf = (name: string) => (loadPackage(`metascraper-${name}`) as () => Record<string, Rule[]>)()[name] ?? []
  return { load, helpers, rulesOf }
}

/** The position of the rule that reads one place in a page, in the packages' order of preference. */
const places = {
  'og:title': ['title', 0],
  title: ['title', 2],
  'og:description': ['description', 0],
  description: ['description', 2],
  'og:url': ['url', 0],
  canonical: ['url', 2],
  'og:image': ['image', 2],
  lang: ['lang', 2],
  'JSON-LD author': ['author', 0],
  'JSON-LD dateModified': ['date', 0],
  'JSON-LD datePublished': ['date', 3],
} as const

export type Comparison = { place: string; ours: unknown[]; theirs: unknown }

/** Returns the values of each place as we and metascraper read them. Both are normalised by metascraper. */
export async function readMetadata(source: string, { load, helpers, rulesOf }: Metascraper): Promise<Comparison[]> {
  const htmlDom = load(source, { baseURI: url })
  const { facts } = analysePage(fetchedPageOf({ html: source, finalUrl: url }))
  const ours = valuesOf(facts, source)
  return Promise.all(
    Object.entries(places).map(async ([place, [name, at]]) => {
      const theirs = (await rulesOf(name)[at]?.({ htmlDom, url })) ?? null
      const values = (ours[place as keyof typeof places] ?? []).map((one) => helpers[name]?.(one, { url }) ?? null)
      return { place, ours: values.filter((value) => value !== null), theirs }
    }),
  )
}

function valuesOf(
  { metadata, canonicals, document }: PageFacts,
  source: string,
): Record<keyof typeof places, unknown[]> {
  const metas = metadata.metas.items
  const inJsonLd = blocksOf(parsePage(source).document).flatMap((block) => rootsOf(readBlock(block).value))
  const at = (...path: string[]) => inJsonLd.flatMap(({ object }) => valuesAt(object, path, new Map()))
  return {
    'og:title': openGraph(metas, 'og:title').map(({ content }) => content),
    title: [metadata.title],
    'og:description': openGraph(metas, 'og:description').map(({ content }) => content),
    description: headMetas(metas, 'description').map(({ content }) => content),
    'og:url': openGraph(metas, 'og:url').map(({ content }) => content),
    canonical: [namedCanonical(canonicals)],
    'og:image': [sharedImage(metas)?.url],
    lang: [document.lang],
    'JSON-LD author': at('author', 'name'),
    'JSON-LD dateModified': at('dateModified'),
    'JSON-LD datePublished': at('datePublished'),
  }
}

function blocksOf(node: ParentNode): Element[] {
  return node.childNodes.flatMap((child) => (!('tagName' in child) ? [] : isJsonLd(child) ? [child] : blocksOf(child)))
}
