import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/pages/check-page.ts'
import { document } from '#testing/pages/fetched-page.ts'
import { texts } from './duplicate-ids.ts'

const withBody = (body: string) => checkPage('duplicate-ids', { html: document('', body) })

describe('duplicate-ids', () => {
  it.each([
    '',
    '<p id=a><p id=A><p id=b>',
    '<p id><p id="">',
    '<p id=a><template><p id=a></template><noscript><p id=a></noscript>',
    '<p id="constructor"><p id="__proto__">',
  ])('passes %j', (body) => {
    expect(withBody(body)).toMatchObject({ outcome: 'pass', value: 0 })
  })

  it('warns of each id that is repeated, and shows its second element', () => {
    expect(withBody('<p id=a><p id=b>\n<i id=a></i><svg><g id=b /></svg><p id=a>')).toMatchObject({
      outcome: 'warn',
      value: 2,
      title: texts.repeated(2),
      evidence: [
        { note: '“a” is used 3 times. This is the second.', line: 9 },
        { note: '“b” is used 2 times. This is the second.', line: 9 },
      ],
    })
    expect(withBody('<p id=日本><p id=日本>').title).toBe(texts.repeated(1))
  })

  it('counts many and long ids, and shows twenty', () => {
    const many = Array.from({ length: 3000 }, (_, at) => `<b id=x${at}></b>`).join('')
    const { value, evidence } = withBody(many + many)
    expect([value, evidence.length]).toEqual([3000, 20])
    expect(withBody(`<p id=${'y'.repeat(500_000)}>`.repeat(2)).evidence[0]?.note?.length).toBeLessThan(200)
  })

  it('counts in a page that is larger than its tree may be', () => {
    expect(withBody('<i id=a></i>'.repeat(200_000)).evidence[0]?.note).toMatch(/^“a” is used 1\d{2},\d{3} times/)
  })
})
