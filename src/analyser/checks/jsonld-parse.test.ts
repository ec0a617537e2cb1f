import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/pages/check-page.ts'
import { document } from '#testing/pages/fetched-page.ts'
import { emptyBlock } from '../facts/json-ld.ts'
import { texts } from './jsonld-parse.ts'

const block = (json: string, type = 'application/ld+json') => `<script type="${type}">${json}</script>`
const withBlocks = (...blocks: string[]) => checkPage('jsonld-parse', { html: document(blocks.join('\n')) })

describe('jsonld-parse', () => {
  it.each([
    ['an object', '{"@context":"https://schema.org","@type":"Product"}', 'Product'],
    ['several types', '{"@type":["Product","Car"]}', 'Product, Car'],
    ['an array', '[{"@type":"WebPage"},{"@type":"Organization"}]', 'WebPage, Organization'],
    ['a graph', '{"@graph":[{"@type":"WebPage"},{"@id":"#x"}]}', 'WebPage'],
  ])('passes %s', (_, json, value) => {
    expect(withBlocks(block(json))).toMatchObject({ outcome: 'pass', value })
  })

  it.each([
    ['an HTML comment', '<!-- {"@type":"A"} -->'],
    ['a comment that hides from old scripts', '<!--\n{"@type":"A"}\n//-->'],
    ['CDATA', '//<![CDATA[\n{"@type":"A"}\n//]]>'],
    ['CDATA in script comments', '/*<![CDATA[*/{"@type":"A"}/*]]>*/'],
    ['both', '<!--<![CDATA[ {"@type":"A"} ]]>-->'],
  ])('forgives %s around the JSON', (_, json) => {
    expect(withBlocks(block(json))).toMatchObject({ outcome: 'pass', value: 'A' })
  })

  it('counts the lines of a block from its beginning, comments included', () => {
    expect(withBlocks(block('<!--\n{"@type": oops}\n-->')).evidence[0]?.note).toContain('line 2 of the block')
    expect(withBlocks(block('<!-- -->')).evidence[0]?.note).toBe(emptyBlock)
  })

  it('reads blocks in the body and types with parameters', () => {
    expect(
      checkPage('jsonld-parse', { html: document('', block('{"@type":"A"}', 'Application/LD+JSON; charset=utf-8')) })
        .outcome,
    ).toBe('pass')
  })

  it.each([
    ['a trailing comma', '{"@type":"Product",}'],
    ['a block cut short', '{"@type":"Product"'],
    ['an empty block', '  '],
    ['a bare word', '"Product"'],
    ['null', 'null'],
    ['a list of texts', '["Product"]'],
  ])('fails %s', (_, json) => {
    expect(withBlocks(block(json))).toMatchObject({ outcome: 'fail', value: 1, evidence: [{ line: 5, column: 1 }] })
  })

  it.each([
    ['no type', '{"name":"x"}'],
    ['a type only deeper down', '{"offers":{"@type":"Offer"}}'],
    ['a type that is not text', '{"@type":5}'],
    ['a type on the prototype', '{"__proto__":{"@type":"Product"}}'],
    ['an empty list', '[]'],
    ['an alias that no context defines', '{"type":"Product","name":"x"}'],
  ])('only notes %s', (_, json) => {
    expect(withBlocks(block(json))).toMatchObject({ outcome: 'info', points_lost: 0, title: texts.untyped(1) })
  })

  it.each([
    ['the aliases of schema.org', '{"@context":"https://schema.org","type":"Product","id":"#a"}', 'Product'],
    ['an alias of its context', '{"@context":["https://schema.org",{"kind":"@type"}],"kind":"Event"}', 'Event'],
    [
      'an alias for a graph',
      '{"@context":{"@vocab":"https://schema.org/","graph":"@graph","a":"@type"},"graph":[{"a":"Recipe"}]}',
      'Recipe',
    ],
    ['an alias beside the keyword', '{"@context":"https://schema.org","@type":"Product","type":"shiny"}', 'Product'],
  ])('passes %s', (_, json, type) => {
    expect(withBlocks(block(json))).toMatchObject({ outcome: 'pass', value: type })
  })

  it('names the broken one of two, and the line inside it', () => {
    const result = withBlocks(block('{"@type":"A"}'), block('{\n"@type": oops }'))
    expect(result).toMatchObject({
      outcome: 'fail',
      title: texts.invalid(1, 2),
      evidence: [{ line: 6 }],
    })
    expect(result.evidence[0]?.note).toContain('line 2 of the block, near: “{ "@type": oops }”')
  })

  it('takes nesting of 100,000 levels without falling over', () => {
    expect(withBlocks(block('['.repeat(100_000) + ']'.repeat(100_000))).outcome).toBe('fail')
    expect(withBlocks(block(`{"@type":"A","x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`)).outcome).not.toBe(
      'error',
    )
  })

  it('is not applicable without blocks', () => {
    expect(
      withBlocks('<script>{}</script>', '<noscript><script type="application/ld+json">{</script></noscript>').outcome,
    ).toBe('not-applicable')
  })
})
