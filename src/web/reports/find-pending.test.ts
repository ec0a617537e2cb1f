import { describe, expect, it } from 'vitest'
import { findIn, searchFor } from './find-pending.ts'

const sent = Date.parse('2026-11-20T12:00:00Z')
const now = sent + 30_000
const url = 'https://a.example/page'
const find = (
  row: { id?: number; url?: string; created_at?: string | null },
  newest: number | null = 500,
  known = true,
) => findIn([{ id: 512, url, created_at: null, ...row }], { url, newest }, { sent, now, known })

describe('the search for a URL', () => {
  it.each([
    ['https://a.example/page', 'a.example/page'],
    ['http://A.example:8080/page/?q=1#top', 'a.example:8080/page/?q=1'],
    ['a.example/', 'a.example'],
    ['https://bücher.example/ü', 'xn--bcher-kva.example/%C3%BC'],
    ['https://', ''],
  ])('%s searches for %s', (given, search) => {
    expect(searchFor(given)).toBe(search)
  })
})

describe('the report of a pending analysis', () => {
  it.each([
    ['created just after', { created_at: '2026-11-20T12:00:03Z' }, 3],
    ['with microseconds', { created_at: '2026-11-20T12:00:03.123456+00:00' }, 3],
    ['created within the rounding of clocks', { created_at: '2026-11-20T11:59:59Z' }, 0],
    ['without a time', { created_at: null }, null],
    ['with a time without a zone', { created_at: '2026-11-20 07:00:00' }, null],
    ['with a time in the future', { created_at: '2026-11-20T16:00:00Z' }, null],
    ['with an impossible time', { created_at: '1970-01-01T00:00:00Z' }, null],
    ['written without a scheme', { url: 'a.example/page', created_at: '2026-11-20T12:00:03Z' }, 3],
  ])('is the new one %s', (_, row, after) => {
    expect(find(row)).toEqual({ id: 512, after })
  })

  it.each([
    ['one of another URL', { url: 'https://a.example/' }, 500],
    ['one known before', { created_at: '2026-11-20T12:00:03Z' }, 512],
    ['one created before', { created_at: '2026-11-20T11:59:00Z' }, 500],
    ['one created days before, which an open tab had not loaded', { created_at: '2026-11-17T12:00:00Z' }, 500],
    // The server's local time, sent as UTC: the report may be hours old.
    ['one with a wrong time, if no earlier report is known', { created_at: '2026-11-20T16:00:00Z' }, null],
    ['one without a time, if no earlier report is known', { created_at: null }, null],
  ] as const)('is not %s', (_, row, newest) => {
    expect(find(row, newest)).toBeNull()
  })

  it('is recognised by its time alone if no earlier report is known', () => {
    expect(find({ created_at: '2026-11-20T12:00:03Z' }, null)).toEqual({ id: 512, after: 3 })
  })

  it('is recognised by its ID alone if the clock of the server is unknown', () => {
    expect(find({ created_at: '2026-11-20T09:00:00Z' }, 500, false)).toEqual({ id: 512, after: null })
  })
})
