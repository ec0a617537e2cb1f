import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/pages/check-page.ts'
import { document } from '#testing/pages/fetched-page.ts'
import { descriptionPresent, texts } from './description-present.ts'

const meta = (content: string) => `<meta name="Description" content="${content}">`
const withHead = (head: string, body = '') => checkPage('description-present', { html: document(head, body) })

describe('description-present', () => {
  it('passes one with text', () => {
    expect(withHead(meta(' Lamps for\n every room '))).toMatchObject({ outcome: 'pass', value: 'Lamps for every room' })
  })

  it('warns of none, and of one outside the head', () => {
    expect(withHead('')).toMatchObject({ outcome: 'warn', title: descriptionPresent.titleFail })
    expect(withHead('', `<p>x</p>${meta('Lamps')}`)).toMatchObject({
      outcome: 'warn',
      evidence: [{ selector: 'body > meta', note: texts.outsideHead }],
    })
  })

  it('warns of an empty one', () => {
    expect(withHead(meta('  '))).toMatchObject({ outcome: 'warn', title: texts.empty })
    expect(withHead('<meta name="description">').outcome).toBe('warn')
  })

  it('warns of two', () => {
    expect(withHead(meta('A') + meta('B'))).toMatchObject({ outcome: 'warn', value: 2 })
  })
})
