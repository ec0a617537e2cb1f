import { expect, it } from 'vitest'
import type { AnyAuditRow } from '#contract/access/audit.ts'
import { detailText, groupPages } from './activity-table.tsx'
import { roleWords } from './words.ts'

const view = { kind: 'view', id: 1, name: 'Shop' }

it('the conditions of alerts are shown in words, recipients and hosts as they are', () => {
  const detail = 'not_indexable, new_issue; john_doe@x.example; hooks_1.example'
  const shown = 'Not indexable, new issue; john_doe@x.example; hooks_1.example'
  expect(detailText({ action: 'alert_rule_created', object: view, detail })).toBe(shown)
  expect(detailText({ action: 'alert_rule_created', object: view, detail: 'score_drop' })).toBe('Score drop')
})

it('details that begin with the ID of a check or another name are shown as they are', () => {
  for (const detail of ['title-present: by_design', 'https://shop.example/a_b', 'shop'])
    for (const action of ['waiver_created', 'finding_changed', 'link_checked', 'brand_changed', 'newer_action'])
      expect(detailText({ action, object: null, detail })).toBe(detail)
})

it('the role of a key and words of the service begin with a capital letter', () => {
  const key = { kind: 'key', id: 'abcdefgh', name: null }
  expect(detailText({ action: 'key_created', object: key, detail: 'read, until tomorrow' })).toBe(
    `${roleWords.read}, until tomorrow`,
  )
  expect(detailText({ action: 'key_renamed', object: key, detail: 'was “full moon”' })).toBe('Was “full moon”')
  expect(detailText({ action: 'job_created', object: null, detail: 'crawl' })).toBe('Crawl')
  expect(detailText({ action: 'schedule_created', object: view, detail: 'every week' })).toBe('Every week')
  const weekly = 'every week on monday at 06:00 Europe/Berlin'
  expect(detailText({ action: 'schedule_changed', object: view, detail: weekly })).toBe(
    'Every week on Monday at 06:00 Europe/Berlin',
  )
  expect(detailText({ action: 'view_created', object: view, detail: null })).toBeNull()
})

it('neighbouring pages that one key analysed are one group, and nothing else is', () => {
  const event = (id: number, action: string, key: string | null): AnyAuditRow => ({
    id,
    at: '2026-05-01T12:00:00.000Z',
    actor: { kind: key === null ? 'visitor' : 'key', id: key, name: key },
    action,
    object: null,
    detail: null,
  })
  const events = [
    event(9, 'report_created', 'dana'),
    event(8, 'report_created', 'dana'),
    event(7, 'report_created', 'kim'),
    event(6, 'view_created', 'kim'),
    event(5, 'view_created', 'kim'),
    event(4, 'report_created', 'kim'),
    event(3, 'report_created', 'kim'),
    event(2, 'report_created', 'kim'),
  ]
  expect(groupPages(events).map((group) => group.map(({ id }) => id))).toEqual([[9, 8], [7], [6], [5], [4, 3, 2]])
  expect(groupPages([])).toEqual([])
})
