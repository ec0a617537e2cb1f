import { type DefaultTreeAdapterTypes, defaultTreeAdapter as tree, parse } from 'parse5'
import { describe, expect, it } from 'vitest'
import { type Element, parsePage } from './tree.ts'

type Node = DefaultTreeAdapterTypes.Node
type Range = (element: Element) => (number | undefined)[]

/** All that a tree says, comments' text aside, with the offsets of start tags. */
function outline(node: Node, range: Range, indent = ''): string {
  if (tree.isTextNode(node)) return `${indent}${JSON.stringify(node.value)}\n`
  if (tree.isDocumentTypeNode(node)) return `${indent}${JSON.stringify([node.name, node.publicId, node.systemId])}\n`
  if (!('childNodes' in node)) return `${indent}${node.nodeName}\n`
  const head = tree.isElementNode(node)
    ? JSON.stringify([node.tagName, node.namespaceURI, node.attrs, range(node)])
    : node.nodeName
  const children = 'content' in node ? [node.content, ...node.childNodes] : node.childNodes
  return `${indent}${head}\n${children.map((child) => outline(child, range, `${indent} `)).join('')}`
}

const ours = (html: string) =>
  outline(parsePage(html).document, ({ from, to }) => [from, to].map((offset) => (offset === -1 ? undefined : offset)))
const parse5s = (html: string) =>
  outline(parse(html, { sourceCodeLocationInfo: true }), ({ sourceCodeLocation: at }) => [
    at?.startTag?.startOffset,
    at?.startTag?.endOffset,
  ])

const pieces = [
  ...'<p>|<b>|</b>|</p>|<div class="a  b">|</div>|<table>|<tr><td>|</table>|<frameset>|</frameset>|<frame>|<select><option>|</select>|<pre>\n|<textarea>\n|</textarea>|</body>|</html>|<body>|<head>|</head>'.split(
    '|',
  ),
  ...'<script>|</script>|<script><!-- <script> x|</script >|<style>a > b {}|</style>|<title>|</title>|</titl|<svg viewBox="0 0 1 1">|<![CDATA[a b ]]>|</svg>|<math><mi>|<template>|</template>|<colgroup>|<noscript>|<plaintext>'.split(
    '|',
  ),
  ...'<!-- a - b -->|<!doctype html>|<!DOCTYPE a PUBLIC "b c">|<a HREF=x&amp;y data-Long-name="it\'s&nbsp;&lt;&copy b" data-Long-name=2>|<img alt=\'say "x" & y\' alt/>|<x-1:y_z é="ü😀" a="">|<i a="b|<i a=\'b|<i a|</a b="c">|<|</|&|&amp;|&am|&#x41;|&#32;|&notit;|&acE;'.split(
    '|',
  ),
  ' ',
  '\n',
  '\r',
  '\r\n',
  '\t ',
  '\0',
  '\f',
  'word',
  'two words',
  ' three more words ',
  'é',
  '漢字 かな',
  '😀',
  '\ud83d',
  '\ude00',
  '"',
  '>',
  '-',
  '\u0001',
  '\u00a0',
]

/** A linear congruential generator: the same pages every time. */
function pagesOf(count: number): string[] {
  let state = 1
  const next = (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  return Array.from({ length: count }, () =>
    Array.from({ length: 1 + next(30) }, () => pieces[next(pieces.length)]).join(''),
  )
}

describe('the leaping tokenizer', () => {
  it("makes the trees that parse5's own makes, of pages good and bad", () => {
    for (const html of pagesOf(2000)) expect(ours(html)).toBe(parse5s(html))
  })

  it('makes them also of pages longer than what the parser keeps at hand', () => {
    const html = pagesOf(200)
      .map((page) => page.replaceAll('<plaintext>', ''))
      .join('<p title="long\r\nenough">text &amp; more 😀 text</p>'.repeat(30))
    expect(ours(html)).toBe(parse5s(html))
  })

  it.each([0, 31, 32, 33, 64, 65, 70])('keeps of %d attributes and some more each name once', (amount) => {
    const many = Array.from({ length: amount }, (_, at) => `n${at}="${at}"`).join(' ')
    for (const more of ['id="a" id="b"', 'n1="x" n31=y n32="z"', 'n0=x id="a" n5="b" class=\'c\''])
      expect(ours(`<p ${many} ${more}>a</p ${many} ${more}>b`)).toBe(
        parse5s(`<p ${many} ${more}>a</p ${many} ${more}>b`),
      )
  })

  it.each([
    ['<frameset>a b<frame> c </frameset> d e', 'spaces between words in a frameset stay without the words'],
    ['<table> a b <tr> c d </table>', 'text in a table goes before it'],
    ['<p>a b\0c d\r\n\r e', 'a NUL is dropped, a CR is a line break'],
    ['<script>a < b </scrip> "c" </script>d e', 'a script ends at its end tag alone'],
  ])('reads %j: %s', (html) => {
    expect(ours(html)).toBe(parse5s(html))
  })
})
