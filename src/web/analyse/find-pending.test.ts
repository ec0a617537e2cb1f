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

describe('an address to look for', () => {
  it.each([
    ['https://a.example/page', 'a.example/page'],
    ['http://A.example:8080/page/?q=1#top', 'a.example:8080/page/?q=1'],
    ['a.example/', 'a.example'],
    ['https://bücher.example/ü', 'xn--bcher-kva.example/%C3%BC'],
    ['https://', ''],
  ])('%s is %s however it is written', (given, search) => {
    expect(searchFor(given)).toBe(search)
  })
})

describe('the report that was asked for', () => {
  it.each([
    ['made just after', { created_at: '2026-11-20T12:00:03Z' }, 3],
    ['with microseconds', { created_at: '2026-11-20T12:00:03.123456+00:00' }, 3],
    ['within what clocks round', { created_at: '2026-11-20T11:59:59Z' }, 0],
    ['of no known time', { created_at: null }, null],
    ['of a time without a zone', { created_at: '2026-11-20 07:00:00' }, null],
    ['of a time that is still to come', { created_at: '2026-11-20T16:00:00Z' }, null],
    ['of an impossible time', { created_at: '1970-01-01T00:00:00Z' }, null],
    ['written without a scheme', { url: 'a.example/page', created_at: '2026-11-20T12:00:03Z' }, 3],
  ])('is the new one %s', (_, row, after) => {
    expect(find(row)).toEqual({ id: 512, after })
  })

  it.each([
    ['another address', { url: 'https://a.example/' }, 500],
    ['one known before', { created_at: '2026-11-20T12:00:03Z' }, 512],
    ['one made before', { created_at: '2026-11-20T11:59:00Z' }, 500],
    ['one made days before, which a tab that stood open had not heard of', { created_at: '2026-11-17T12:00:00Z' }, 500],
    // A server's local time, written as if it were UTC: the report may be hours old.
    [
      'one whose time is not that of the server, where no other was known',
      { created_at: '2026-11-20T16:00:00Z' },
      null,
    ],
    ['one of which neither time nor order is known', { created_at: null }, null],
  ] as const)('is not %s', (_, row, newest) => {
    expect(find(row, newest)).toBeNull()
  })

  it('is known by its time alone where no other was known', () => {
    expect(find({ created_at: '2026-11-20T12:00:03Z' }, null)).toEqual({ id: 512, after: 3 })
  })

  it('is known by its number alone where the server does not say what time it is', () => {
    expect(find({ created_at: '2026-11-20T09:00:00Z' }, 500, false)).toEqual({ id: 512, after: null })
  })
})
