import { describe, expect, it } from 'vitest'
import { expiryTime, withPlan } from './new-share-link.tsx'

const now = new Date(2026, 10, 21, 15, 30).getTime()

it('adds the chosen number of days to the current time', () => {
  expect(expiryTime('7', '', now)).toBe(new Date(now + 7 * 86_400_000).toISOString())
  expect(expiryTime('never', '2026-11-30', now)).toBeNull()
})

it('expires at the end of the chosen day in the local time zone, today included', () => {
  expect(expiryTime('date', '2026-11-30', now)).toBe(new Date(2026, 10, 30, 23, 59, 59).toISOString())
  expect(expiryTime('date', '2026-11-21', now)).toBe(new Date(2026, 10, 21, 23, 59, 59).toISOString())
})

it.each(['', '2026-11-20', 'tomorrow', '2026-11'])('returns undefined for the date "%s"', (date) =>
  expect(expiryTime('date', date, now)).toBeUndefined(),
)

describe('the URL of a new link', () => {
  const url = 'https://seo.example/s/token'
  it.each([
    ['/websites/7?tab=issues&fixed=title-present,h1-present', '?tab=issues&fixed=title-present,h1-present'],
    ['/reports/4?list=x&fixed=viewport', '?fixed=viewport'],
    ['/websites/7?tab=issues', ''],
  ])('of %s ends with “%s”', (path, end) =>
    expect(withPlan({ url, layout: 'page' }, `https://seo.example${path}`)).toBe(url + end),
  )

  it('has no plan if it opens a client report', () =>
    expect(withPlan({ url, layout: 'document' }, 'https://seo.example/reports/4?fixed=viewport')).toBe(url))
})
