import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/pages/check-page.ts'
import { texts } from './url-format.ts'

const at = (finalUrl: string) => checkPage('url-format', { html: '<p>x</p>', finalUrl })
const site = 'https://example.com'

describe('url-format', () => {
  it.each([
    '/',
    '/garden/lamps?page=2',
    '/a-b/c.html',
    `/${'a'.repeat(80)}`,
    '/?q=Red_Lamp%20X',
    `/?q=${'%D0%B0'.repeat(70)}`,
    '/100%25-wool',
    '/c++',
    `/${encodeURIComponent('ランプ'.repeat(10))}`,
    `/${encodeURIComponent('подробнее-о-лампах')}`,
    '/gem%C3%BCse',
    '/gem%c3%bcse',
    '/%E4nderung',
    '/نعناع',
    '/%F0%9F%A6%99',
  ])('passes %s', (path) => {
    expect(at(site + path)).toMatchObject({ outcome: 'pass' })
  })

  it.each([
    ['/Garden/lamps', 'an upper-case letter', texts.upperCase('“Garden”')],
    ['/%C3%9Cber-uns', 'an upper-case letter', texts.upperCase('“Über-uns”')],
    ['/garden_lamps', 'an underscore', 'An underscore: “garden_lamps”'],
    ['/garden%20lamps', 'a space', 'A space: “garden lamps”'],
    ['/garden//lamps', 'a double slash', texts.doubleSlash],
    [`/${'a'.repeat(81)}`, 'more than 100 characters', '101 characters, more than 100'],
    [`/?q=${'a'.repeat(100)}`, 'more than 100 characters', '123 characters, more than 100'],
    [`/${encodeURIComponent('灯'.repeat(81))}`, 'more than 100 characters', '101 characters, more than 100'],
  ])('warns about %s', (path, fault, note) => {
    expect(at(site + path)).toMatchObject({
      outcome: 'warn',
      title: texts.faults(fault),
      evidence: [{ url: site + path, note }],
    })
  })

  it('names every fault', () => {
    expect(at(`${site}/Garden_lamps//${'x'.repeat(100)}`)).toMatchObject({
      outcome: 'warn',
      value: 134,
      title: texts.faults('more than 100 characters, an upper-case letter, an underscore and a double slash'),
      evidence: { length: 4 },
    })
  })

  it('shows no NUL', () => {
    expect(JSON.stringify(at(`${site}/A%00%00`).evidence)).not.toContain('\\u0000')
  })
})
