import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/pages/check-page.ts'
import { document } from '#testing/pages/fetched-page.ts'
import { soundDuplicates } from '#testing/pages/sound-page.ts'
import { duplicatesTitle, notCompared, noOtherPages } from '../check-helpers/evidence.ts'
import { descriptionPresent } from './description-present.ts'
import { descriptionUnique } from './description-unique.ts'
import { titleUnique, texts } from './title-unique.ts'

const duplicate = { id: 12, url: 'https://example.com/lamps/old' }

describe.each([
  {
    check: 'title-unique',
    field: 'title',
    html: document('<title>Garden lamps</title>'),
    titlePass: titleUnique.titlePass,
    same: 'the same title',
    absent: texts.noTitle,
  },
  {
    check: 'description-unique',
    field: 'description',
    html: document('<meta name="description" content="Lamps for the garden">'),
    titlePass: descriptionUnique.titlePass,
    same: 'the same meta description',
    absent: descriptionPresent.titleFail,
  },
])('$check', ({ check, field, html, titlePass, same, absent }) => {
  const withOthers = (total: number) => {
    const items = Array.from({ length: Math.min(total, 20) }, () => duplicate)
    return checkPage(check, { html, duplicates: { ...soundDuplicates, [field]: { items, total } } })
  }

  it('passes a text that no other page has', () => {
    expect(withOthers(0)).toMatchObject({ outcome: 'pass', value: 0, title: titlePass })
  })

  it.each([1, 30, 1000])('shows %i others without scoring them', (total) => {
    const result = withOthers(total)
    const title = duplicatesTitle(total, same)
    expect(result).toMatchObject({ outcome: 'info', scored: false, points_lost: 0, value: total, title })
    expect(result.evidence).toHaveLength(Math.min(total, 20))
    expect(result.evidence[0]).toEqual({ url: duplicate.url, note: 'Report 12' })
  })

  it.each([
    ['nothing was compared', { html }, notCompared],
    ['there is no other page', { html, duplicates: { ...soundDuplicates, others: 0 } }, noOtherPages],
    ['the page has no such text', { html: document(''), duplicates: soundDuplicates }, absent],
  ])('is not applicable where %s', (_, page, title) => {
    expect(checkPage(check, page)).toMatchObject({ outcome: 'not-applicable', title })
  })
})
