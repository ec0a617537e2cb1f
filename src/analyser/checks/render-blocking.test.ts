import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/pages/check-page.ts'
import { document } from '#testing/pages/fetched-page.ts'
import { texts } from './render-blocking.ts'

const withHead = (head: string, body = '') => checkPage('render-blocking', { html: document(head, body) })

describe('render-blocking', () => {
  it.each<[string, number]>([
    ['<script src="/a.js"></script>', 1],
    ['<script src="/a.js" type="text/javascript"></script>', 1],
    ['<script src="/a.js" type=" TEXT/JavaScript "></script>', 1],
    ['<script src="/a.js" async></script>', 0],
    ['<script src="/a.js" defer="no"></script>', 0],
    ['<script src="/a.js" type="module"></script>', 0],
    ['<script src="/a.js" type="module" blocking="render"></script>', 1],
    ['<script src="/a.js" async blocking=RENDER></script>', 1],
    ['<script src="/a.js" nomodule></script>', 0],
    ['<script src="/a.json" type="application/json"></script>', 0],
    ['<script>inline()</script>', 0],
    ['<script src=""></script>', 0],
    ['<script src="data:text/javascript,1"></script>', 0],
    ['<noscript><link rel="stylesheet" href="/a.css"></noscript>', 0],
    ['<template><script src="/a.js"></script></template>', 0],
  ])('%s: %i', (head, value) => {
    expect(withHead(head)).toMatchObject({ outcome: value > 0 ? 'warn' : 'pass', value })
  })

  it('leaves scripts in the body alone, where text above them shows', () => {
    expect(withHead('', '<p>Text</p><script src="/a.js"></script>').outcome).toBe('pass')
  })

  it.each<[string, number]>([
    ['<link rel="stylesheet" href="/a.css">', 1],
    ['<link rel="StyleSheet preload" href="/a.css" media="all">', 1],
    ['<link rel="stylesheet" href="/a.css" media="only screen, print">', 1],
    ['<link rel="stylesheet" href="/a.css" media="print" onload="this.media=\'all\'">', 0],
    ['<link rel="stylesheet" href="/a.css" media="not print">', 1],
    ['<link rel="stylesheet" href="/a.css" media="screen and (max-width: 600px)">', 0],
    ['<link rel="alternate stylesheet" href="/a.css" title="Dark">', 0],
    ['<link rel="stylesheet" type="text/less" href="/a.less">', 0],
    ['<link rel="stylesheet" type="text/css; charset=utf-8" href="/a.css">', 1],
    ['<style>@import "/a.css";</style>', 1],
    ['<style><!-- @layer a; @import url(/a.css); @import url(/b.css) screen; --></style>', 2],
    ['<style>/* @import "/a.css"; */ p { color: red } @import "/b.css";</style>', 0],
    ['<style media="print">@import "/a.css";</style>', 0],
    ['<style>@import "/a.css" print;</style>', 0],
    ['<style type="text/less">@import "/a.less";</style>', 0],
    ['<link rel="stylesheet" href="/a.css" disabled>', 0],
    ['<link rel="preload" as="style" href="/a.css">', 0],
  ])('%s counts as %i blocking stylesheets, which don’t cause a warning', (head, sheets) => {
    const { outcome, title } = withHead(head)
    expect(outcome).toBe('pass')
    expect(title?.includes('1 stylesheet')).toBe(sheets === 1)
  })

  it('points to the scripts and counts the stylesheets', () => {
    expect(
      withHead('<link rel="stylesheet" href="/a.css"><script src="/a.js"></script><script src="b.js"></script>'),
    ).toMatchObject({
      title: texts.blocking(2, 1),
      evidence: [
        { url: 'https://example.com/a.js', snippet: '<script src="/a.js">' },
        { url: 'https://example.com/garden/b.js' },
      ],
    })
  })

  it('counts beyond what is kept', () => {
    expect(
      withHead('<link rel="stylesheet" href="/a.css">'.repeat(1200) + '<script src="/a.js"></script>'.repeat(30)),
    ).toMatchObject({
      outcome: 'warn',
      value: 30,
      title: texts.blocking(30, 1200),
      evidence: Array.from({ length: 20 }, () => ({ url: 'https://example.com/a.js' })),
    })
  })
})
