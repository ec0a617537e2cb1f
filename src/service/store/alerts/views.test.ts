import { expect, it } from 'vitest'
import { everyRow } from '../lists/scope.ts'
import { countsResults } from './views.ts'

const counts = (query: string, conditions: ['count_changed'] | ['new_issue'] = ['count_changed']) =>
  countsResults({ conditions, place: { view_id: 1, website_id: null, name: 'A view', query, scope: everyRow } })

it.each(['result=bad', 'score=0-49', 'changed=worse', 'since=2026-11-20', 'indexability=blocked', 'check=h1'])(
  'a new ruleset can change the number of pages in a view with %s',
  (query) => {
    expect(counts(query)).toBe(true)
    expect(counts(query, ['new_issue'])).toBe(false)
  },
)

it.each(['', 'website_id=1', 'group=%2Fblog%2F', 'from=2026-11-20', 'latest=1'])(
  'a new ruleset can’t change the number of pages in a view with “%s”',
  (query) => expect(counts(query)).toBe(false),
)
