import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/pages/check-page.ts'
import { crawlPage } from '#testing/pages/crawled-page.ts'
import { document } from '#testing/pages/fetched-page.ts'
import { texts } from './link-fragments.ts'

const check = (body: string) => checkPage('link-fragments', { html: document('', body) })

describe('link-fragments', () => {
  it('names the links to places on the page that it lacks', () =>
    expect(check('<a href="#times">Times</a><a href="#map">Map</a><p id="map">Map</p>')).toMatchObject({
      outcome: 'info',
      scored: false,
      points_lost: 0,
      value: 1,
      title: texts.missing(1),
      evidence: [{ snippet: '<a href="#times">Times</a>', note: texts.note('times') }],
    }))

  it.each([
    '<a href="#map">Map</a><p id="map">Map</p>',
    '<a href="#map">Map</a><a name="map"></a>',
    '<a href="#%C3%B6ffnung">Times</a><p id="öffnung">Times</p>',
    '<a href="#öffnung">Times</a><p id="öffnung">Times</p>',
    '<a href="#map">Map</a><p hidden id="map">Map</p>',
    '<a href="#map">Map</a><a href="/other#times">Times</a><p id="map">Map</p>',
  ])('passes %s', (body) => expect(check(body)).toMatchObject({ outcome: 'pass', value: 0 }))

  it.each([
    '<a href="#top">Up</a>',
    '<a href="#TOP">Up</a>',
    '<a href="#">Up</a>',
    '<a href="#:~:text=map">Map</a>',
    '<a href="#/cart">Cart</a>',
    '<a href="#!cart">Cart</a>',
    '<a href="#page=2">Next</a>',
    '<a href="/other#times">Times</a>',
    '<a href="https://other.example/#times">Times</a>',
    '<noscript><a href="#times">Times</a></noscript>',
    '<p id="map">Map</p>',
  ])('does not apply to %s', (body) => expect(check(body).outcome).toBe('not-applicable'))

  it.each(['<template><p id="map">Map</p></template>', '<noscript><p id="map">Map</p></noscript>'])(
    'finds no place in %s',
    (body) => expect(check(`<a href="#map">Map</a>${body}`).outcome).toBe('info'),
  )

  it('knows the places on other pages when a crawl ends', () => {
    const html = document(
      '',
      '<a href="/contact">Contact</a><a href="/contact#times">Times</a><a href="/contact#map">Map</a>',
    )
    const { running, ended } = crawlPage({ html }, { missingFragments: [{ url: 'https://example.com/contact#times' }] })
    expect(running['link-fragments']).toMatchObject({ outcome: 'unknown', reason_code: 'crawl_running' })
    expect(ended['link-fragments']).toMatchObject({
      outcome: 'info',
      value: 1,
      evidence: [{ url: 'https://example.com/contact#times', line: 8, snippet: '<a href="/contact#times">Times</a>' }],
    })
  })
})
