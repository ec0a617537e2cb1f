import type { variants } from './variants.ts'

type Outcome = 'different' | 'wrong' | 'unknown'

const sorts = [
  'reports: sort_by=id',
  'reports: sort_by=url',
  'reports: sort_by=score',
  'websites: sort_by=id',
  'websites: sort_by=domain',
  'websites: sort_by=reports_avg_score',
]

/**
 * The lines of `check-server --write` that aren't as specified. Those of `plain` are left out of the other variants.
 * Lines of later checks are missing when a list or the created report can't be read.
 */
export const verdicts: Record<keyof typeof variants, Partial<Record<Outcome, string[]>>> = {
  plain: {
    different: ['requests from other origins (CORS)', 'GET /api/v1'],
    unknown: ['websites: sort_by=reports_count'],
  },
  bare: { different: ['reports: total', 'websites: total'] },
  laravel: { different: ['websites: password', 'websites: reports_avg_score', 'POST reports without a url'] },
  numbersAsText: {
    different: [
      'reports: id',
      'reports: score',
      'reports: website_id',
      'websites: id',
      'websites: reports_avg_score',
      'websites: reports_count',
      'websites: privacy',
    ],
  },
  sparse: {
    different: [
      'reports: total',
      'reports: result',
      'reports: website_id',
      'websites: total',
      'websites: password',
      'websites: reports_avg_score',
      'websites: reports_count',
      'websites: privacy',
    ],
    unknown: ['reports: filter by website_id', 'websites: sort_by=reports_avg_score', 'PUT websites/{id}'],
  },
  badScores: {
    unknown: ['reports: filter by result', 'reports: sort_by=score', 'websites: sort_by=reports_avg_score'],
    different: ['reports: score', 'reports: result', 'websites: reports_avg_score'],
  },
  badDates: { different: ['reports: other fields'] },
  moreFields: { different: ['reports: other fields', 'websites: other fields'] },
  foreignChecks: { different: ['reports: other fields', 'reports: results'] },
  markup: { wrong: ['websites: search'], unknown: ['websites: sort_by=domain'] },
  unreadableRows: { wrong: ['reports: rows', 'websites: rows'] },
  uuids: {
    wrong: ['reports: rows', 'websites: rows', 'POST reports'],
    unknown: [
      'reports: page',
      'reports: search',
      'reports: filter by result',
      'reports: filter by website_id',
      'reports: sort_by=id',
      'reports: sort_by=url',
      'reports: sort_by=score',
      'websites: page',
      'websites: search',
      'websites: sort_by=id',
      'websites: sort_by=domain',
      'websites: sort_by=reports_avg_score',
      'GET reports/{id}',
      'GET websites/{id}',
    ],
    different: ['reports: id', 'websites: id'],
  },
  duplicateRows: { different: ['reports: ids', 'websites: ids'], wrong: ['reports: per_page', 'websites: per_page'] },
  tooManyRows: {
    wrong: ['reports: per_page', 'websites: per_page', 'GET reports/{id}', 'GET websites/{id}'],
    unknown: ['DELETE websites/{id}'],
  },
  pageIgnored: { different: ['reports: page', 'websites: page'] },
  perPageIgnored: { wrong: ['reports: per_page', 'websites: per_page'] },
  sortIgnored: {
    different: ['reports: invalid value', 'websites: invalid value'],
    wrong: sorts,
  },
  filtersIgnored: { wrong: ['reports: filter by result', 'reports: filter by website_id'] },
  replacing: { wrong: ['websites: sort_by=reports_avg_score'] },
  looseSearch: { different: ['reports: search', 'websites: search'] },
  deleted204: { different: ['DELETE reports/{id}', 'DELETE websites/{id}'] },
  keepsReports: {},
  problemDetails: { different: ['POST reports without a url'] },
  loginPage: { different: ['without a key or an Accept header'] },
  mostDifferent: {
    different: [
      'reports: total',
      'reports: id',
      'reports: url',
      'reports: score',
      'reports: result',
      'reports: website_id',
      'websites: total',
      'websites: password',
      'websites: id',
      'websites: reports_avg_score',
      'websites: reports_count',
      'websites: privacy',
      'DELETE reports/{id}',
      'DELETE websites/{id}',
    ],
  },
  htmlErrors: {
    different: [
      'reports/{id} with an unknown ID',
      'websites/{id} with an unknown ID',
      'without a key',
      'with an invalid key',
      'without a key or an Accept header',
      'POST reports without a url',
    ],
  },
}
