import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/pages/check-page.ts'
import { document, type Page } from '#testing/pages/fetched-page.ts'
import { texts } from './insecure-form.ts'

const onPage = (body: string, { head = '', ...page }: Page & { head?: string } = {}) =>
  checkPage('insecure-form', { html: document(head, body), ...page })

describe('insecure-form', () => {
  it('is not applicable to a page on localhost without TLS', () => {
    expect(onPage('<form action="/cart"></form>', { finalUrl: 'http://localhost:3000/' })).toMatchObject({
      outcome: 'not-applicable',
      title: texts.http,
    })
  })

  it('is not applicable without a form', () => {
    expect(onPage('<input formaction="http://b.example/">')).toMatchObject({
      outcome: 'not-applicable',
      title: texts.none,
    })
  })

  it.each([
    '<form><input></form>',
    '<form action=""></form>',
    '<form action="https://b.example/"></form>',
    '<form action="//b.example/"></form>',
    '<form action="mailto:a@b.example"></form>',
    '<form action="http://"></form>',
    '<form action="http://localhost:3000/"></form>',
    '<form method="DIALOG" action="http://b.example/"></form>',
    '<form><button type="button" formaction="http://b.example/">x</button></form>',
    '<form><button formmethod="dialog" formaction="http://b.example/">x</button></form>',
    '<form><input type="text" formaction="http://b.example/"></form>',
    '<form></form><button form="none" formaction="http://b.example/">x</button>',
    '<form></form><noscript><form action="http://b.example/"></form></noscript><template><form action="http://b.example/"></form></template>',
  ])('passes %s', (body) => expect(onPage(body)).toMatchObject({ outcome: 'pass', value: 0 }))

  it.each([
    '<form action="http://b.example/"></form>',
    '<form action="  HTTP://b.example  "></form>',
    '<form method="get" action="http://b.example/" hidden></form>',
    '<form><button formaction="http://b.example/">x</button></form>',
    '<form><input type="image" formaction="http://b.example/"></form>',
    '<form><input type=SUBMIT formaction="http://b.example/"></form>',
    '<form id="f"></form><button form="f" formaction="http://b.example/">x</button>',
    '<table><form><tr><td><button formaction="http://b.example/">x</button></table>',
  ])('fails %s', (body) => {
    expect(onPage(body)).toMatchObject({
      outcome: 'fail',
      value: 1,
      title: texts.insecure(1),
      evidence: [{ url: 'http://b.example/', line: 8 }],
    })
  })

  it('resolves against the base element, but an empty action against the page', () => {
    const head = '<base href="http://b.example/">'
    expect(onPage('<form action="x"></form><form></form>', { head })).toMatchObject({
      outcome: 'fail',
      value: 1,
      evidence: [{ url: 'http://b.example/x' }],
    })
  })

  it.each(['<form action="/login"></form><form></form>', '<form action="https://example.com/login"></form>'])(
    'calls no form of an HTTP page secure, and does not count it beside the page: %s',
    (forms) => {
      expect(onPage(forms, { finalUrl: 'http://example.com/a' })).toMatchObject({
        outcome: 'not-applicable',
        title: texts.http,
      })
    },
  )

  it('passes where browsers are asked to upgrade', () => {
    expect(
      onPage('<form action="http://b.example/"></form>', {
        headers: { 'content-security-policy': 'upgrade-insecure-requests' },
      }),
    ).toMatchObject({ outcome: 'pass', title: texts.upgraded })
  })

  it('counts all of many and shows twenty', () => {
    const { value, evidence } = onPage('<form action="http://b.example/"></form>'.repeat(1500))
    expect([value, evidence.length]).toEqual([1500, 20])
  })
})
