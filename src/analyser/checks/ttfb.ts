import { defineCheck, fail, googleDocs, pass, warn } from '../define-check.ts'

const good = 800
const poor = 1800

export const ttfb = defineCheck({
  id: 'ttfb',
  name: 'Server response time (TTFB)',
  aliases: ['time to first byte', 'slow server', 'page speed'],
  titlePass: 'The server answers quickly',
  titleFail: 'The server answers slowly',
  why: 'Nothing can show before the first byte of the page has come. It is measured once and from where this service runs, so it weighs little.',
  how: 'Cache pages at the server or at a CDN near the readers. Look for slow database queries and for work that can be done ahead.',
  thresholds:
    'Up to 800 ms passes, up to 1,800 ms warns, more fails (web.dev, time to first byte), counted from looking up the name to the first byte of the final answer, without redirects. One measurement, while web.dev takes the 75th percentile of many visits.',
  reference: googleDocs('Core Web Vitals', 'appearance/core-web-vitals'),
  grade: 'recommended',
  needs: ['timings'],
  run({ timings: { dns, connect, tls, ttfb } }) {
    const value = Math.round((dns ?? 0) + (connect ?? 0) + (tls ?? 0) + ttfb)
    const details = { value, title: `The first byte came after ${value} ms` }
    if (value <= good) return pass(details)
    return value <= poor ? warn(details) : fail(details)
  },
})
