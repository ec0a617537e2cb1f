import { defineCheck, fail, googleDocs, pass, warn } from '../define-check.ts'

const good = 800
const poor = 1800

export const texts = {
  after: (ms: string) => `The first byte arrived after ${ms} ms`,
}

export const ttfb = defineCheck({
  id: 'ttfb',
  name: 'Server response time (TTFB)',
  aliases: ['time to first byte', 'slow server', 'page speed'],
  titlePass: 'The server responds quickly',
  titleFail: 'The server responds slowly',
  why: 'Nothing can display before the first byte arrives. We measure once, from one place, so this check costs few points.',
  how: 'Cache pages on the server or on a CDN close to your readers. Look for slow database queries and work you can do in advance.',
  action: 'Make the server respond faster',
  effort: 'days',
  thresholds:
    'Pass: up to 800 ms. Warning: up to 1,800 ms. Fail: more (web.dev TTFB, which uses the 75th percentile of many visits). Measured once, from DNS lookup to the first byte of the final response, without redirects.',
  reference: googleDocs('Core Web Vitals', 'appearance/core-web-vitals'),
  grade: 'recommended',
  needs: ['timings'],
  changeable: true,
  run({ timings: { dns, connect, tls, ttfb } }) {
    const value = Math.round((dns ?? 0) + (connect ?? 0) + (tls ?? 0) + ttfb)
    const details = { value, title: texts.after(value.toLocaleString('en')) }
    if (value <= good) return pass(details)
    return value <= poor ? warn(details) : fail(details)
  },
})
