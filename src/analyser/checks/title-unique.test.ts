import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/pages/check-page.ts'
import { document } from '#testing/pages/fetched-page.ts'
import { soundDuplicates } from '#testing/pages/sound-page.ts'
import { duplicatesTitle, notCompared, noOtherPages } from '../check-helpers/evidence.ts'
import { titleUnique, texts } from './title-unique.ts'

const duplicate = { id: 12, url: 'https://example.com/lamps/old' }
const html = document('<title>Garden lamps</title>')
const withOthers = (total: number) =>
  checkPage('title-unique', {
    html,
    duplicates: {
      ...soundDuplicates,
      title: { items: Array.from({ length: Math.min(total, 20) }, () => duplicate), total },
    },
  })

describe('title-unique', () => {
  it('passes a title that no other page has', () => {
    expect(withOthers(0)).toMatchObject({ outcome: 'pass', value: 0, title: titleUnique.titlePass })
  })

  it.each([
    [1, duplicatesTitle(1, 'the same title')],
    [30, duplicatesTitle(30, 'the same title')],
    [1000, duplicatesTitle(1000, 'the same title')],
  ])('shows %i others without scoring them', (total, title) => {
    const result = withOthers(total)
    expect(result).toMatchObject({ outcome: 'info', scored: false, points_lost: 0, value: total, title })
    expect(result.evidence).toHaveLength(Math.min(total, 20))
    expect(result.evidence[0]).toEqual({ url: duplicate.url, note: 'Report 12' })
  })

  it.each([
    ['nothing was compared', { html }, notCompared],
    ['there is no other page', { html, duplicates: { ...soundDuplicates, others: 0 } }, noOtherPages],
    ['there is no title', { html: document(''), duplicates: soundDuplicates }, texts.noTitle],
  ])('is not applicable where %s', (_, page, title) => {
    expect(checkPage('title-unique', page)).toMatchObject({ outcome: 'not-applicable', title })
  })
})
