import { describe, expect, it } from 'vitest'
import { readResults } from '#contract/reports/any-results.ts'
import { checksOf } from '#web/checks/check-view.ts'
import { countsOf, countsWithImportance, groupsOf } from './check-groups.ts'
import { treeOf } from './report-parts.tsx'
import { foreignReportWords } from './words.ts'

const views = (results: unknown) => checksOf({ results: readResults(results), capped_by: [] }, [])
const groupTitles = (results: unknown) =>
  groupsOf(views(results)).map(({ name, checks }) => [name, checks.map(({ title }) => title).join(', ')])

const fail = { passed: false }
const pass = { passed: true }

describe('the checks of another server', () => {
  it('are in its groups and its order, ungrouped checks last', () => {
    expect(
      groupTitles({
        alone: fail,
        on_page: { b: fail },
        speed: { load: { a: pass } },
        c: { ...fail, section: 'on_page' },
      }),
    ).toEqual([
      ['On page', 'B, C'],
      ['Speed › Load', 'A'],
      ['Other checks', 'Alone'],
    ])
  })

  it('are grouped by importance if the server has no groups', () => {
    expect(
      groupTitles({
        a: { ...fail, importance: 'low' },
        b: { ...pass, importance: 'critical' },
        c: { ...fail, importance: 'blocker' },
        d: fail,
      }),
    ).toEqual([
      ['High importance', 'B'],
      ['Low importance', 'A'],
      ['Other importance', 'C'],
      [foreignReportWords.noImportance, 'D'],
    ])
  })

  it('are one group without importance, and if each check is a group of its own', () => {
    expect(groupTitles({ a: pass, b: fail })).toEqual([[null, 'B, A']])
    expect(
      groupTitles(Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`group_${index}`, { check: pass }]))),
    ).toHaveLength(1)
  })

  it('are ordered by importance, then outcome', () => {
    const group = {
      a: { ...fail, importance: 'low' },
      b: { ...pass, importance: 'high' },
      c: { ...fail, importance: 'high' },
      d: { status: 'warning', importance: 'high' },
      e: fail,
    }
    expect(groupTitles({ group })).toEqual([['Group', 'C, D, B, A, E']])
  })

  it('are counted by outcome, with the number of important failures', () => {
    const some = {
      a: { ...fail, importance: 'high' },
      b: { ...fail, importance: 'high' },
      c: { ...pass, importance: 'high' },
      d: { status: 'warning', importance: 'high' },
    }
    expect(countsOf(views(some))).toBe('2 failed, 1 warning, 1 passed')
    expect(countsWithImportance(views(some))).toBe('2 failed, 1 warning, 1 passed; 2 high-importance failures')
    expect(countsWithImportance(views({ a: some.a }))).toBe('1 failed; 1 high-importance failure')
    expect(countsWithImportance(views({ c: some.c }))).toBe('1 passed')
  })

  it('have no points, category or importance unless it was sent', () => {
    expect(views({ a: pass })).toMatchObject([
      {
        title: 'A',
        points: 0,
        category: null,
        importance: null,
        grade: null,
        scored: null,
        isBlocker: false,
        info: null,
      },
    ])
  })
})

describe('values without an outcome', () => {
  it.each([
    ['by their names', { size: 3, list: [1] }, { size: 3, list: [1] }],
    ['inside their groups', { seo: { title: pass, words: 12 } }, { seo: { words: 12 } }],
    [
      'with their ID if the name is taken',
      [
        { name: 'size', value: 1 },
        { name: 'size', value: 2 },
        { name: 'a', ...pass },
      ],
      { size: { name: 'size', value: 1 }, 'size-2': { name: 'size', value: 2 } },
    ],
    [
      'under names with a meaning in JavaScript',
      JSON.parse('{"__proto__":1,"constructor":2}'),
      JSON.parse('{"__proto__":1,"constructor":2}'),
    ],
  ])('are a tree %s', (_, results, tree) => expect(treeOf(readResults(results).values)).toEqual(tree))
})
