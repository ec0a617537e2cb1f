import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/pages/check-page.ts'
import { document } from '#testing/pages/fetched-page.ts'
import { texts } from './placeholder-text.ts'

const withBody = (body: string) =>
  checkPage('placeholder-text', { html: document('<title>Garden lamps</title>', body) })
const withHead = (head: string) => checkPage('placeholder-text', { html: document(head, '<p>Lamps</p>') })

describe('placeholder-text', () => {
  it('passes a page without', () => {
    expect(withBody('<h1>Lamps</h1><p>For the garden, at 100 % of the light {see below}.</p>')).toMatchObject({
      outcome: 'pass',
      value: 0,
    })
  })

  it.each([
    ['<p>Lorem ipsum dolor sit amet, consetetur</p>', 'Lorem ipsum dolor sit amet, consetetur'],
    ['<p>Lorem\n   ipsum</p>'.replace('\n   ', ' '), 'Lorem ipsum'],
    ['<h1>Hello {{ user }}</h1>', '{{ user }}'],
    ['<p>Hello <b>{{</b>name}}</p>', '{{name}}'],
    ['<p>[Your Company Name] sells lamps</p>', '[Your Company Name]'],
    ['<p>&lt;%= price %&gt;</p>', '<%= price %>'],
  ])('warns of %s', (body, snippet) => {
    expect(withBody(body)).toMatchObject({
      outcome: 'warn',
      value: 1,
      title: texts.found(1),
      evidence: [{ snippet, note: texts.inText }],
    })
  })

  it.each([
    '<pre>Hello {{ user }}</pre>',
    '<p>Write <code>{{ user }}</code> or <kbd>%TITLE%</kbd></p>',
    '<pre><code>{{ a }}</code> {{ b }}</pre>',
    '<p hidden>{{ user }}</p>',
    '<template>{{ user }}</template>',
    '<script>const t = "{{ user }}"</script>',
    '<textarea>{{ user }}</textarea>',
  ])('passes over %s', (body) => {
    expect(withBody(body).outcome).toBe('pass')
  })

  it('sees those after a sample of code', () => {
    expect(withBody('<p><code>{{ a }}</code> gives {{ b }}</p>').evidence).toEqual([
      { snippet: '{{ b }}', note: texts.inText },
    ])
  })

  it.each(['%TITLE% – Shop', '{{ page.title }}', 'Untitled Document', 'Sample Page – Shop', 'React App', 'Document'])(
    'warns of the title %s',
    (title) => {
      const { outcome, evidence } = withHead(`<title>${title}</title>`)
      expect(outcome).toBe('warn')
      expect(evidence).toEqual([
        expect.objectContaining({ selector: 'head > title', note: expect.stringMatching(/^In the title: /) as string }),
      ])
    },
  )

  it.each(['Document management for gardeners', 'Titles and templates', 'Document – Shop'])(
    'accepts the title %s',
    (title) => {
      expect(withHead(`<title>${title}</title>`).outcome).toBe('pass')
    },
  )

  it('warns of the meta description', () => {
    expect(withHead('<title>Lamps</title><meta name="description" content="Lorem ipsum dolor">')).toMatchObject({
      outcome: 'warn',
      evidence: [{ note: 'In the meta description: Lorem ipsum dolor' }],
    })
  })

  const values = ['undefined', 'null', 'NaN', 'None', 'false', 'Invalid Date', '<?php the_title(); ?>', '<?= $title ?>']

  it.each(values)('warns of %s in the title, the H1, descriptions, Open Graph tags and alt texts', (value) => {
    const written = value.replaceAll('<', '&lt;')
    const places: [head: string, body: string, note: string][] = [
      [`<title>${written} - Lamp Shop</title>`, '', texts.inTitle],
      [`<meta name="description" content="${written}">`, '', texts.inDescription],
      [`<meta property="og:title" content="${written} | Lamp Shop">`, '', texts.inTag('og:title')],
      [`<meta property="og:description" content="${written}">`, '', texts.inTag('og:description')],
      ['', `<h1>${written}</h1>`, texts.inHeading],
      ['', `<img src="a.png" alt="${written}">`, texts.inAlt],
    ]
    for (const [head, body, note] of places) {
      const result = checkPage('placeholder-text', { html: document(head, `<p>Lamps for the garden</p>${body}`) })
      expect(result).toMatchObject({ outcome: 'warn', value: 1 })
      expect(result.evidence[0]?.note).toBe(`${note}: ${value}`)
    }
  })

  it.each(['NaN €', '€NaN', 'undefined undefined', 'Lamps | null', 'null · Lamp Shop'])(
    'warns of the title %s',
    (title) => {
      expect(withHead(`<title>${title}</title>`)).toMatchObject({ outcome: 'warn', value: 1 })
    },
  )

  it.each([
    'What does undefined mean in JavaScript?',
    'Null pointer exceptions explained',
    'NaN: how to test for not a number',
    'None of the above: a novel',
    'None: a novel',
    'True or false - the quiz',
    'What does <?php echo do?',
    'PHP open tags: <?php and <?=',
    'Null Island | Lamp Shop',
    'Annullments | Lamp Shop',
  ])('accepts the title %s', (title) => {
    expect(withHead(`<title>${title.replaceAll('<', '&lt;')}</title>`).outcome).toBe('pass')
  })

  it('accepts the bare word on a page about it', () => {
    const html = document(
      '<title>undefined - JavaScript reference</title><meta name="description" content="The undefined property is a primitive value.">',
      '<h1>undefined</h1>',
    )
    expect(checkPage('placeholder-text', { html }).outcome).toBe('pass')
  })

  it('counts all and lists twenty', () => {
    const result = withBody('<p>{{ name }}</p>'.repeat(500))
    expect(result).toMatchObject({ value: 500, title: texts.found(500) })
    expect(result.evidence).toHaveLength(20)
  })
})
