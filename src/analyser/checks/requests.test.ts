import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/pages/check-page.ts'
import { document, pageUrl } from '#testing/pages/fetched-page.ts'
import { texts } from './requests.ts'

const withBody = (body: string, head = '') => checkPage('requests', { html: document(head, body) })
const images = (amount: number) => Array.from({ length: amount }, (_, at) => `<img src="/${at}.jpg">`).join('')

describe('requests', () => {
  it.each([
    [0, 'pass'],
    [80, 'pass'],
    [81, 'warn'],
    [240, 'warn'],
    [241, 'fail'],
  ])('%d images: %s', (amount, outcome) => {
    expect(withBody(images(amount))).toMatchObject({ outcome, value: amount })
  })

  it.each<[string, string, number]>([
    ['an address named twice', '<img src="/a.jpg"><img src="a.jpg"><img src="/a.jpg">', 2],
    ['a preload and what it loads', '<link rel="preload" as="image" href="/a.jpg"><img src="/a.jpg">', 1],
    ['a sprite by its parts', '<svg><use href="/s.svg#a"/><use href="/s.svg#b"/></svg>', 1],
    ['parts of the page itself', `<svg><use href="#a"/></svg><iframe src="${pageUrl}#top"></iframe>`, 0],
    ['parts of the page itself, with another base', '<base href="/other/"><svg><use href="#a"/></svg>', 0],
    ['lazy images and frames', '<img loading="lazy" src="/a.jpg"><iframe loading=LAZY src="/f"></iframe>', 0],
    [
      'a script for browsers of old',
      '<script nomodule src="/old.js"></script><script type="module" src="/new.js"></script>',
      1,
    ],
    [
      'inline images, data blocks and noscript',
      '<img src="data:image/gif;base64,R0"><script type="application/json" src="/a"></script><noscript><img src="/pixel"></noscript>',
      0,
    ],
    [
      'media, icons and manifests',
      '<video src="/v.mp4"></video><link rel="icon" href="/i.ico"><link rel="manifest" href="/m.json">',
      0,
    ],
    [
      'one kind of each',
      '<script src="/a.js"></script><link rel="stylesheet" href="/a.css"><img src="/a.jpg"><iframe src="/f"></iframe><object data="/o"></object>',
      5,
    ],
  ])('%s', (_, body, value) => {
    expect(withBody(body).value).toBe(value)
  })

  it('names how many of which kind', () => {
    expect(withBody(`${images(90)}<script src="/a.js"></script>`).evidence).toEqual([
      { note: '1 script' },
      { note: '90 images' },
    ])
  })

  it('says that there may be more than were kept', () => {
    expect(withBody(images(1001))).toMatchObject({
      outcome: 'fail',
      value: 1000,
      title: texts.files(1_000, true),
    })
  })
})
