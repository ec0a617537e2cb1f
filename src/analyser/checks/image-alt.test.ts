import { describe, expect, it } from 'vitest'
import { analyseCase, checkPage } from '#testing/pages/check-page.ts'
import { document } from '#testing/pages/fetched-page.ts'
import { evaluate } from '../evaluate.ts'
import { texts } from './image-alt.ts'

const withBody = (body: string) => checkPage('image-alt', { html: document('', body) })
const good = '<img src="a.png" alt="A lamp">'
const decoration = '<img src="b.png" alt>'
const bad = '<img src="c.png" title="A lamp">'

describe('image-alt', () => {
  it('passes descriptions and empty alternatives', () => {
    expect(withBody(good + decoration)).toMatchObject({ outcome: 'pass', title: texts.someEmpty(texts.all(2), 1, 2) })
  })

  it('warns up to half, and points at each', () => {
    expect(withBody(good + decoration + bad)).toMatchObject({
      outcome: 'warn',
      value: 1,
      title: texts.missing(1, 3),
      evidence: [{ snippet: bad, selector: 'body > img:nth-of-type(3)' }],
    })
    expect(withBody(good + bad).outcome).toBe('warn')
  })

  it('fails beyond half', () => {
    expect(withBody(good + bad + bad)).toMatchObject({
      outcome: 'fail',
      title: texts.missing(2, 3),
    })
  })

  it.each(['hero.png', 'IMG_20260401', 'DSC01234', 'lamp-copper_2x.JPG', 'Bild%201.jpeg'])(
    'warns of “%s”, which is a file name',
    (alt) => {
      expect(withBody(`${good}<img src="/hero.png" alt="${alt}">`)).toMatchObject({
        outcome: 'warn',
        value: 1,
        title: texts.fileNames(1, 2),
        evidence: [{ selector: 'body > img:nth-of-type(2)', note: texts.fileName(alt) }],
      })
    },
  )

  it.each(['Node.js', 'A lamp.', 'The file hero.png', 'IMG', 'example.com'])('passes “%s”', (alt) => {
    expect(withBody(`<img src="/a.png" alt="${alt}">`).outcome).toBe('pass')
  })

  it('does not ask it of hidden images, decoration, and pixels in noscript', () => {
    const body =
      '<img src="a" hidden><img src="b" role="presentation"><img src="c" aria-hidden="true"><noscript><img src="d"></noscript><template><img src="e"></template>'
    expect(withBody(body).outcome).toBe('not-applicable')
  })

  it('counts beyond the images whose facts are kept', () => {
    const result = withBody(good.repeat(1500) + bad.repeat(1499))
    expect(result).toMatchObject({ outcome: 'warn', value: 1499 })
    expect(result.evidence).toHaveLength(20)
    expect(result.evidence_total).toBe(result.value)
  })

  it('of an older report is unknown instead of passed', () => {
    const { emptyAlts: _, ...older } = analyseCase({}).facts
    expect(evaluate(older).results['image-alt']?.outcome).toBe('unknown')
    const { emptyAlts: __, ...faulty } = analyseCase({ top: '<h1>Lamps</h1><img src="/a.png">' }).facts
    expect(evaluate(faulty).results['image-alt']?.outcome).toBe('warn')
  })

  it.each([
    '<img src="https://t.example/p.gif" width="1" height="1">',
    '<img src="https://t.example/p.gif" width="0" height="0">',
    '<img src="https://t.example/p.gif" style="width:1px;height:1px">',
    '<img src="https://t.example/p.gif" height="1" style="width: 1px">',
  ])('takes a tracking pixel for no image: %s', (pixel) => {
    expect(withBody(pixel).outcome).toBe('not-applicable')
    expect(withBody(good + pixel).outcome).toBe('pass')
  })

  it('takes a line or a small icon for an image', () => {
    for (const size of ['width="600" height="1"', 'width="16" height="16"', 'width="1"'])
      expect(withBody(`<img src="/a.png" ${size}>`).outcome).toBe('fail')
  })
})
