import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/pages/check-page.ts'
import { texts } from './anchor-text.ts'

const page = (body: string, lang = 'en') =>
  checkPage('anchor-text', {
    html: `<!doctype html><html${lang === '' ? '' : ` lang="${lang}"`}><head><title>x</title></head><body>${body}</body></html>`,
  })
const link = (inside: string, attributes = '') => `<a href="/lamps" ${attributes}>${inside}</a>`

describe('anchor-text', () => {
  it('passes texts that name the target, and says how many', () => {
    expect(page(link('Lamps') + link('All our lamps'))).toMatchObject({
      outcome: 'pass',
      value: 0,
      title: texts.all('2'),
    })
    expect(page(link('Lamps'))).toMatchObject({
      outcome: 'pass',
      title: texts.only,
    })
  })

  it('warns about a generic text, and shows it', () => {
    expect(page(link('Lamps') + link('<b>Read</b>\n  more »'))).toMatchObject({
      outcome: 'warn',
      value: 1,
      title: texts.faulty(1, 2, texts.lacks.text),
      evidence: [{ selector: 'body > a:nth-of-type(2)', note: texts.generic('Read more »') }],
    })
  })

  it.each([
    ['the page’s', 'de', link('hier klicken'), 'warn'],
    ['another', 'de', link('click here'), 'pass'],
    ['a region’s', 'pt-BR', link('Saiba mais'), 'warn'],
    ['no known', '', link('こちら'), 'warn'],
    ['a wrongly written', 'english', link('here'), 'warn'],
    ['the nearest', 'en', `<div lang="ja"><p>${link('こちら')}</p></div>`, 'warn'],
    ['the nearest, not the page’s', 'en', `<div lang="de"><p>${link('start')}</p></div>`, 'pass'],
    [
      'the text’s, where the page declares another',
      'en',
      `<p>Die Lampen werden von Hand gelötet und im Regen geprüft, bevor sie das Haus verlassen. Wir bewahren Teile aller
Modelle auf, damit alles, was zerbricht, zu Hause ersetzt werden kann. Das Kupfer wird in wenigen Jahren grün, und das Glas
bleibt klar, wenn es nicht zerkratzt wird.</p>${link('hier')}`,
      'warn',
    ],
    ['Norwegian under its other tags', 'nb-NO', link('Les mer'), 'warn'],
    ['Chinese, traditional', 'zh-Hant', link('閱讀更多'), 'warn'],
  ])('evaluates texts by %s language', (_, lang, body, outcome) => {
    expect(page(body, lang).outcome).toBe(outcome)
  })

  it('takes what stands for a text: alternative text, label, title', () => {
    for (const named of [
      '<img src="l.png" alt="Lamps">',
      '<svg><title>Lamps</title></svg>',
      '<i class="icon" aria-label="Lamps"></i>',
      '<input type="image" alt="Lamps">',
    ])
      expect(page(link(named)).outcome).toBe('pass')
    for (const attribute of ['aria-label="Lamps"', 'title="Lamps"', 'aria-labelledby="x"'])
      expect(page(link('<svg></svg>', attribute)).outcome).toBe('pass')
    for (const generic of ['<img src="l.png" alt="Read more">', '<svg><title>here</title></svg>'])
      expect(page(link(generic)).outcome).toBe('warn')
    expect(page(link('', 'title="Click here"')).outcome).toBe('warn')
  })

  it('lets an image beside a generic text speak for it, but no label, which search engines do not read', () => {
    expect(page(link('<img src="l.png" alt="Lamps"> more')).outcome).toBe('pass')
    expect(page(link('<img src="l.png" alt=""> more')).outcome).toBe('warn')
    expect(page(link('more', 'aria-label="More lamps"')).outcome).toBe('warn')
  })

  it.each([
    '',
    '  ',
    '<img src="l.png">',
    '<img src="l.png" alt="">',
    '<svg><path d="M0"/></svg>',
    '<i class="icon"></i>',
    '<span hidden>Lamps</span>',
  ])('warns about a link with nothing but "%s"', (inside) => {
    expect(page(link('Lamps') + link(inside))).toMatchObject({
      outcome: 'warn',
      value: 1,
      title: texts.faulty(1, 2, texts.lacks.name),
      evidence: [{ note: texts.nothing }],
    })
  })

  it('names both faults, in the order of the page', () => {
    expect(page(link('') + link('here') + link('Lamps'))).toMatchObject({
      outcome: 'warn',
      value: 2,
      title: texts.faulty(2, 3, texts.lacks.both),
      evidence: [{ selector: 'body > a:nth-of-type(1)' }, { selector: 'body > a:nth-of-type(2)' }],
    })
  })

  it.each([
    '<my-icon name="cart"></my-icon>',
    '<video></video>',
    '<noscript><img src="l.png" alt="Lamps"></noscript>',
    '<slot></slot>',
  ])('says nothing about what the markup does not tell: %s', (inside) => {
    expect(page(link(inside)).outcome).toBe('pass')
  })

  it('warns about a bare address, as Lighthouse does', () => {
    expect(page('<a href="https://other.example/">https://other.example/</a>').outcome).toBe('warn')
    expect(page('<a href="https://other.example/">other.example</a>').outcome).toBe('pass')
  })

  it.each([
    '<a href="#top">here</a>',
    link('here', 'rel="nofollow"'),
    '<a href="mailto:a@example.com">here</a>',
    '<a href="javascript:go()">here</a>',
    `<div hidden>${link('here')}</div>`,
    `<noscript>${link('here')}</noscript>`,
    '<p>here</p>',
    '<a>here</a>',
  ])('ignores %s', (body) => expect(page(body).outcome).toBe('not-applicable'))

  it('does not ask a name of what assistive technology passes over', () => {
    expect(
      page(
        link('Lamps') +
          link('<img src="l.png">', 'aria-hidden="true" tabindex="-1"') +
          `<div aria-hidden="true">${link('')}</div>`,
      ).outcome,
    ).toBe('pass')
  })

  it('does not pass a language that has no list', () => {
    expect(page(link('Taa'), 'sw')).toMatchObject({
      outcome: 'not-applicable',
      title: texts.unknownLanguage('sw'),
    })
    expect(page(link(''), 'sw').outcome).toBe('warn')
  })

  it('takes a generic word for the name of a page that is called so', () => {
    const to = (href: string) => page(`<a href="${href}">Start</a>`).outcome
    for (const href of ['/docs/start', '/docs/start/', '/start.html', '/Start?x=1']) expect(to(href)).toBe('pass')
    for (const href of ['/docs/', '/docs/start-here', '/docs/start/first']) expect(to(href)).toBe('warn')
  })
})
