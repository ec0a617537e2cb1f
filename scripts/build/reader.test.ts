import { beforeAll, describe, expect, it } from 'vitest'
import * as envelope from '../../src/contract/envelope.ts'
import { ReportRow } from '../../src/contract/report-row.ts'
import { Website } from '../../src/contract/website.ts'
import { buildReader } from './reader.ts'

const whole = { readPage: envelope.readPage, readItem: envelope.readItem, ReportRow, Website }
let built: typeof whole

beforeAll(async () => {
  const code = await buildReader()
  built = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as typeof whole
})

const values = [
  undefined,
  null,
  true,
  false,
  0,
  1,
  -1,
  7.5,
  101,
  Number.NaN,
  2 ** 53,
  '',
  ' ',
  '0',
  '1',
  '61.5',
  'n/a',
  'good',
  'BAD',
  '0000-00-00',
  [],
  [1],
  {},
  { id: 1 },
]
const row = {
  id: 4,
  url: 'https://a.example/',
  website_id: 2,
  domain: 'a.example',
  title: 'A',
  score: 61.5,
  result: 'decent',
  created_at: '2026-11-20T09:14:00Z',
}
const website = {
  id: 2,
  domain: 'a.example',
  privacy: 1,
  password: 'x',
  reports_count: 3,
  reports_avg_score: '61.3',
  created_at: '2026-11-20T09:14:00Z',
}

/** What reading gives, or where and why it fails. */
function told(read: () => unknown) {
  try {
    return { read: read() }
  } catch (thrown) {
    const { name, issues } = thrown as { name: string; issues: { code: string; path: unknown[] }[] }
    return { name, issues: issues.map(({ code, path }) => ({ code, path })) }
  }
}

function messageOf(act: () => unknown) {
  try {
    act()
  } catch (thrown) {
    return (thrown as Error).message
  }
  return ''
}

describe('the code that reads answers, as the build leaves it,', () => {
  it.each([
    ['reports', 'ReportRow', row],
    ['websites', 'Website', website],
  ] as const)('reads %s like the whole library, whatever a field holds', (_, name, sound) => {
    let failures = 0
    for (const field of Object.keys(sound)) {
      for (const value of values) {
        const given = { ...sound, [field]: value, more: value }
        const expected = told(() => whole.readItem<typeof ReportRow>(whole[name] as typeof ReportRow, given))
        expect(told(() => built.readItem(built[name] as typeof ReportRow, given))).toEqual(expected)
        if ('issues' in expected) failures += 1
      }
    }
    expect(failures).toBeGreaterThan(20)
  })

  it('reads pages like the whole library, whatever they hold', () => {
    const rows = [row, { ...row, id: '5' }, row, ...values]
    const pages: unknown[] = [
      rows,
      { data: rows },
      ...values,
      ...values.map((value) => ({ data: value })),
      ...values.map((value) => ({ data: rows, meta: value, links: value })),
    ]
    pages.push(
      ...values.map((value) => ({
        data: rows,
        meta: { total: value, current_page: value, total_relation: value, newer: value },
      })),
    )
    for (const page of pages) {
      expect(told(() => built.readPage(built.ReportRow, page))).toEqual(
        told(() => whole.readPage(whole.ReportRow, page)),
      )
    }
  })

  it('tells of a fault where it stands', () => {
    const [error] = JSON.parse(messageOf(() => built.readItem(built.ReportRow, { ...row, url: 7 })))
    expect(error).toEqual({ path: ['url'], expected: 'string', code: 'invalid_type' })
  })
})
