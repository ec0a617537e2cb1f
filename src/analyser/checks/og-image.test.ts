import { describe, expect, it } from 'vitest'
import { document, fetchedPageOf, failedProbe, probe } from '#testing/pages/fetched-page.ts'
import { evaluate } from '../evaluate.ts'
import type { ProbeFact } from '../facts/probes.ts'
import type { Probe } from '../probe.ts'
import { analysePage } from '../run.ts'
import { texts } from './og-image.ts'

const url = 'https://example.com/share.jpg'
const image = (more = '', content = url) => `<meta property="og:image" content="${content}">${more}`
const size = (width: string, height: string) =>
  `<meta property="og:image:width" content="${width}"><meta property="og:image:height" content="${height}">`

/** Other tests cover reading the bytes; here the result is given. */
function check(head: string, answer?: Probe, read: ProbeFact['image'] = null) {
  const { facts } = analysePage(fetchedPageOf({ html: document(head) }), answer ? [answer] : [])
  const probes = facts.probes.map((probe) => ({ ...probe, image: read }))
  return evaluate({ ...facts, probes }).results['og-image']
}
const answer = (rest: Partial<Pick<Probe, 'status' | 'wireBytes' | 'finalUrl'>> = {}, type = 'image/jpeg') =>
  probe('og-image', url, { headers: { 'content-type': type }, ...rest })
const jpeg = (width: number | null, height: number | null) => ({ type: 'jpg', width, height })

describe('og-image', () => {
  it.each([
    [1200, 630, 'pass', texts.size('1200 × 630 px')],
    [4000, 3000, 'pass', texts.size('4000 × 3000 px')],
    [1199, 630, 'warn', texts.blurry('1199 × 630 px')],
    [600, 315, 'warn', texts.blurry('600 × 315 px')],
    [599, 2000, 'fail', texts.tooSmall('599 × 2000 px')],
    [200, 200, 'fail', texts.tooSmall('200 × 200 px')],
  ])('evaluates %i by %i', (width, height, outcome, title) => {
    expect(check(image(), answer(), jpeg(width, height))).toMatchObject({
      outcome,
      title,
      value: `${width}x${height}`,
      evidence: [{ url, selector: 'head > meta:nth-of-type(2)' }],
    })
  })

  it('believes the bytes rather than the declared size', () => {
    expect(check(image(size('1200', '630')), answer(), jpeg(300, 200))).toMatchObject({
      outcome: 'fail',
      evidence: [{ note: '300 × 200 px, but the page declares 1200 × 630' }],
    })
    expect(check(image(size('1200', '630')), answer(), jpeg(1200, 630))).toMatchObject({
      outcome: 'pass',
      evidence: [{ note: '1200 × 630 px' }],
    })
    expect(check(image(size('big', '-1')), answer(), jpeg(1200, 630))).toMatchObject({
      evidence: [{ note: '1200 × 630 px' }],
    })
  })

  it('takes the first image, and no size declared for another', () => {
    const two = image(image(size('100', '100'), 'https://example.com/second.jpg'))
    expect(check(two, answer(), jpeg(1200, 630))).toMatchObject({
      outcome: 'pass',
      evidence: [{ selector: 'head > meta:nth-of-type(2)', note: '1200 × 630 px' }],
    })
    const same = `${image(`<meta property="og:image:url" content="${url}">${size('1', '1')}`)}`
    expect(check(same, answer(), jpeg(1200, 630))).toMatchObject({
      evidence: [{ note: '1200 × 630 px, but the page declares 1 × 1' }],
    })
  })

  it.each([404, 410, 500])('fails an answer of %i', (status) => {
    expect(check(image(), answer({ status }))).toMatchObject({
      outcome: 'fail',
      value: status,
      title: texts.error(status),
    })
  })

  it('fails a web page in place of an image, an SVG, and more than 8 MB', () => {
    expect(check(image(), answer({}, 'text/html; charset=utf-8'))).toMatchObject({
      outcome: 'fail',
      title: texts.notAnImage,
      evidence: [{ note: 'Returned text/html' }],
    })
    expect(check(image(), answer(), { type: 'svg', width: 2000, height: 2000 })).toMatchObject({
      outcome: 'fail',
      title: texts.svg,
    })
    expect(check(image(), answer({ wireBytes: 8 * 1024 * 1024 }), jpeg(1200, 630))).toMatchObject({ outcome: 'pass' })
    expect(check(image(), answer({ wireBytes: 8 * 1024 * 1024 + 1 }), jpeg(1200, 630))).toMatchObject({
      outcome: 'fail',
      title: texts.tooHeavy,
      evidence: [{ note: '8.0 MB' }],
    })
  })

  it.each(['/share.jpg', 'share.jpg', '//example.com/share.jpg', 'data:image/png;base64,AA', 'x'.repeat(1500)])(
    'fails the address "%.30s", whatever it answers',
    (content) => {
      expect(check(image('', content), answer(), jpeg(1200, 630))).toMatchObject({
        outcome: 'fail',
        title: texts.relative,
        evidence: [{ selector: 'head > meta:nth-of-type(2)' }],
      })
    },
  )

  it.each([
    answer({ status: 403 }),
    answer({ status: 429 }),
    failedProbe('og-image', url, 'time_up', 'not-asked'),
    failedProbe('og-image', url, 'unreachable'),
    undefined,
  ])('does not know without an answer that tells, %#', (one) => {
    expect(check(image(), one)).toMatchObject({
      outcome: 'unknown',
      title: texts.unknown,
      points_lost: 0,
      evidence: [{ selector: 'head > meta:nth-of-type(2)' }],
    })
  })

  it('does not take the answer of another address for that of the image', () => {
    expect(check(image(), probe('og-image', 'https://example.com/secure.jpg', { status: 404 }))).toMatchObject({
      outcome: 'unknown',
    })
  })

  it('fails a small file that is not an image whatever its type, and is unknown for a large one', () => {
    expect(check(image(), answer({ wireBytes: 5000 }))).toMatchObject({
      outcome: 'fail',
      title: texts.notAnImage,
      evidence: [{ note: 'Returned image/jpeg, 5000 bytes' }],
    })
    for (const wireBytes of [70_000, null])
      expect(check(image(), answer({ wireBytes }))).toMatchObject({
        outcome: 'unknown',
        reason: texts.unread,
      })
    expect(check(image(), answer({ wireBytes: 70_000 }, 'text/html'))).toMatchObject({ outcome: 'fail' })
  })

  it('does not know the size of an image whose first bytes do not tell it', () => {
    expect(check(image(), answer(), jpeg(null, null))).toMatchObject({
      outcome: 'unknown',
      reason: texts.noSize,
    })
  })

  it.each([
    '',
    '<meta property="og:image" content="">',
    '<meta name="og:image" content="https://example.com/x.jpg">',
    '<meta property="og:image:width" content="1200">',
  ])('is not applicable in "%s"', (head) => {
    expect(check(head)).toMatchObject({ outcome: 'not-applicable' })
  })
})
