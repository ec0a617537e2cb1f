import { describe, expect, it } from 'vitest'
import type { CheckInfo } from '#contract/reports/analysis.ts'
import { searchChecks } from './catalogue.tsx'

const check = (id: string, over: Partial<CheckInfo> = {}): CheckInfo => ({
  id,
  name: '',
  aliases: [],
  category: 'content',
  importance: 'low',
  evidence_grade: 'heuristic',
  source: 'practice',
  rank: 6,
  scope: 'page',
  scored: true,
  gate: false,
  points: 2,
  deduction: null,
  supersedes: [],
  needs: [],
  ruleset: 1,
  title_pass: '',
  title_fail: '',
  title_any: '',
  why: '',
  how: '',
  action: null,
  effort: null,
  thresholds: '',
  reference: null,
  ...over,
})

const checks = [
  check('title-width', { name: 'Title length', aliases: ['pixel width'], thresholds: 'Up to 580 px passes.' }),
  check('alt-length', { why: 'Screen readers read it whole.', category: 'performance' }),
]
const found = (search: string) => searchChecks(checks, search).map(({ id }) => id)

describe('the search of the checks', () => {
  it.each([
    ['', ['title-width', 'alt-length']],
    ['TITLE', ['title-width']],
    ['580 px', ['title-width']],
    ['Title length', ['title-width']],
    ['pixel', ['title-width']],
    ['readers  whole', ['alt-length']],
    ['readers 580', []],
    ['performance', ['alt-length']],
    ['(', []],
  ])('for “%s” returns %j', (search, ids) => expect(found(search)).toEqual(ids))
})
