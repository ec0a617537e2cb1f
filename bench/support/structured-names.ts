import { JsonLdParser } from 'jsonld-streaming-parser'
import { MicrodataRdfParser } from 'microdata-rdf-streaming-parser'
import { RdfaParser } from 'rdfa-streaming-parser'
import { isJsonLd, readBlock, rootsOf } from '#analyser/facts/json-ld.ts'
import { collectMicrodata, collectRdfa } from '#analyser/facts/microdata-and-rdfa.ts'
import { parsePage } from '#analyser/facts/parse-page.ts'
import { asList, isObject, isSchemaOrg, valuesOf } from '#analyser/facts/schema-objects.ts'
import type { Element, ParentNode } from '#analyser/facts/tree.ts'

type Syntax = 'JSON-LD' | 'Microdata' | 'RDFa'

/** Types of schema.org in a page and their properties, such as `Product` and `Product.name`. */
type Names = Set<string>

type Quad = { subject: { value: string }; predicate: { value: string }; object: { value: string } }
type Parser = AsyncIterable<Quad> & { end(text: string): unknown }

const baseIRI = 'https://example.com/'
const rdfType = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type'
const schemaOrg = 'http://schema.org/'
const schemaOrgContext = { '@vocab': schemaOrg, schema: schemaOrg, type: '@type', id: '@id' }
/** Stands for the network: schema.org's context in short, and nothing in others. */
const documentLoader = {
  load: (url: string) => Promise.resolve({ '@context': isSchemaOrg(url) ? schemaOrgContext : {} }),
}

/** Returns the names in a page as we and as others read them. */
export async function readNames(source: string): Promise<Record<Syntax, { ours: Names; theirs: Names }>> {
  const { blocks, microdata, rdfa } = collect(parsePage(source).document)
  const roots = blocks.flatMap(({ value }) => rootsOf(value)).filter(({ vocabulary }) => vocabulary === 'schema.org')
  const inBlocks = roots.map(({ object }) => object)
  const theirs = await Promise.all(
    blocks.map(({ text }) => namesOfQuads(new JsonLdParser({ baseIRI, documentLoader }), text)),
  )
  const options = { baseIRI, contentType: 'text/html' }
  return {
    'JSON-LD': { ours: namesOfObjects(inBlocks, true), theirs: new Set(theirs.flatMap((names) => [...names])) },
    Microdata: { ours: namesOfObjects(microdata), theirs: await namesOfQuads(new MicrodataRdfParser(options), source) },
    RDFa: { ours: namesOfObjects(rdfa), theirs: await namesOfQuads(new RdfaParser(options), source) },
  }
}

function collect(document: ParentNode) {
  const blocks: ReturnType<typeof readBlock>[] = []
  const collectors = { microdata: collectMicrodata(), rdfa: collectRdfa() }
  const visit = (node: ParentNode, at: number) => {
    for (const child of node.childNodes) {
      if (!('tagName' in child)) continue
      const element: Element = child
      if (isJsonLd(element)) blocks.push(readBlock(element))
      const leave = [collectors.microdata.enter(element, at), collectors.rdfa.enter(element, at)]
      visit(element, at + 1)
      for (const one of leave) one?.()
    }
  }
  visit(document, 0)
  const [microdata, rdfa] = [collectors.microdata, collectors.rdfa].map((one) =>
    one.finish().map(({ object }) => object),
  )
  return { blocks, microdata: microdata ?? [], rdfa: rdfa ?? [] }
}

/** Reads objects and all inside them. In JSON-LD the context says that all are of schema.org. */
function namesOfObjects(tops: readonly unknown[], isOfSchemaOrg = false): Names {
  const names: Names = new Set()
  const seen = new Set<unknown>()
  const visit = (value: unknown) => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return
    seen.add(value)
    if (isObject(value)) {
      for (const type of asList(value['@type']).map(String)) {
        if (!isOfSchemaOrg && !isSchemaOrg(type) && !type.startsWith('schema:')) continue
        names.add(localName(type))
        for (const key of Object.keys(value)) {
          if (!key.startsWith('@') && valuesOf(value, key, new Map()).length > 0)
            names.add(`${localName(type)}.${localName(key)}`)
        }
      }
    }
    for (const [key, inside] of Object.entries(value)) if (key !== '@context') visit(inside)
  }
  visit(tops)
  return names
}

async function namesOfQuads(parser: Parser, text: string): Promise<Names> {
  const quads: Quad[] = []
  try {
    parser.end(text)
    for await (const quad of parser) quads.push(quad)
  } catch {
    // The parser stops at invalid JSON. What it read before counts.
  }
  const types = Map.groupBy(
    quads.filter(({ predicate, object }) => predicate.value === rdfType && isSchemaOrg(object.value)),
    ({ subject }) => subject.value,
  )
  const names: Names = new Set()
  for (const { subject, predicate, object } of quads) {
    for (const type of (types.get(subject.value) ?? []).map((one) => localName(one.object.value))) {
      names.add(type)
      if (predicate.value !== rdfType && /\S/.test(object.value)) names.add(`${type}.${localName(predicate.value)}`)
    }
  }
  return names
}

const localName = (iri: string) => iri.split(/[/#:]/).at(-1) ?? iri
