import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/pages/check-page.ts'
import { document } from '#testing/pages/fetched-page.ts'

const withThing = (thing: object) =>
  checkPage('retired-types', {
    html: document(
      `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', ...thing })}</script>`,
    ),
  })

describe('retired-types', () => {
  it.each<[string, object]>([
    ['How-to', { '@type': 'HowTo' }],
    ['FAQ', { '@type': ['WebPage', 'FAQPage'] }],
    ['FAQ', { '@type': 'WebPage', mainEntity: { '@type': 'FAQPage' } }],
    [
      'Sitelinks search box',
      { '@type': 'WebSite', potentialAction: { '@type': 'SearchAction', 'query-input': 'required name=q' } },
    ],
    ['Course info', { '@type': 'Course', hasCourseInstance: { courseMode: 'Online' } }],
    ['Learning video', { '@type': ['VideoObject', 'LearningResource'] }],
    ['Vehicle listing', { '@type': 'Car' }],
    ['Claim review', { '@type': 'ClaimReview' }],
    ['Practice problem', { '@type': ['Quiz', 'LearningResource'] }],
  ])('shows %s of %j', (value, thing) => {
    const result = withThing(thing)
    expect(result).toMatchObject({ outcome: 'info', value, points_lost: 0 })
    expect(result.evidence[0]?.note).toMatch(/Google retired .*20\d\d\)\. See https:\/\//)
  })

  it.each<[object]>([
    [{ '@type': 'WebSite', name: 'Green' }],
    [{ '@type': 'Course', name: 'Go' }],
    [{ '@type': 'VideoObject' }],
    [{ '@type': ['Product', 'Car'] }],
    [{ '@type': 'QAPage' }],
    [{ '@context': 'https://example.org/', '@type': 'FAQPage' }],
    [{ '@type': 'Recipe', recipeInstructions: { '@type': 'HowTo' } }],
  ])('passes %j', (thing) => {
    expect(withThing(thing).outcome).toBe('pass')
  })

  it('is not applicable without structured data', () => {
    expect(checkPage('retired-types', { html: document('') }).outcome).toBe('not-applicable')
  })
})
