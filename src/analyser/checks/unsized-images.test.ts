import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/pages/check-page.ts'
import { document } from '#testing/pages/fetched-page.ts'
import { texts } from './unsized-images.ts'

const withBody = (body: string) => checkPage('unsized-images', { html: document('', body) })

describe('unsized-images', () => {
  it.each<[string, string]>([
    ['<img src="a.jpg" width="600" height="400">', 'pass'],
    ['<img src="a.jpg" width=" 600px" height="400.5">', 'pass'],
    ['<img src="a.jpg" width="100%" height="400">', 'warn'],
    ['<img src="a.jpg" width="auto" height="auto">', 'warn'],
    ['<img src="a.jpg" width="600">', 'warn'],
    ['<img src="a.jpg">', 'warn'],
    ['<img srcset="a.jpg 1x">', 'warn'],
    ['<img data-src="a.jpg">', 'warn'],
    ['<img src="data:image/gif;base64,R0" data-src="a.jpg" width="6" height="4">', 'pass'],
    ['<img src="a.jpg" style="ASPECT-RATIO: 3/2">', 'pass'],
    ['<img src="a.jpg" style="aspect-ratio:auto">', 'warn'],
    ['<img src="a.jpg" style="width:10em;height:5em">', 'pass'],
    ['<img src="a.jpg" width="600" style="height:5em">', 'pass'],
    ['<img src="a.jpg" style="width:100%;height:auto">', 'warn'],
    ['<img src="a.jpg" style="position:absolute;inset:0">', 'pass'],
    ['<picture><source srcset="a.webp" width="600" height="400"><img src="a.jpg"></picture>', 'pass'],
    ['<picture><source srcset="a.webp" width="600" height="400"></picture><img src="a.jpg">', 'warn'],
    ['<img>', 'not-applicable'],
    ['<img src="  ">', 'not-applicable'],
    ['<img src="data:image/gif;base64,R0">', 'not-applicable'],
    ['<img src="a.jpg" hidden>', 'not-applicable'],
    ['<noscript><img src="a.jpg"></noscript>', 'not-applicable'],
  ])('%s: %s', (body, outcome) => {
    expect(withBody(body).outcome).toBe(outcome)
  })

  it('counts and points', () => {
    const bad = '<img src="b.jpg">'
    expect(withBody(`<img src="a.jpg" width="6" height="4">${bad}${bad}`)).toMatchObject({
      value: 2,
      title: texts.unsized(2, 3),
      evidence: [{ snippet: bad }, { snippet: bad }],
    })
    expect(withBody(bad.repeat(1200))).toMatchObject({ value: 1200 })
  })
})
