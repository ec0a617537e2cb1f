/** Structured data for which Google once had a feature, and shows nothing any more. */
export type Retired = {
  name: string
  /** All of them at once make it that. */
  types: readonly string[]
  /** And none of these. */
  unless?: string
  /** Only with one of these properties. */
  onlyWith?: string
  since: string
  source: string
}

const blog = 'https://developers.google.com/search/blog/'
const updates = 'https://developers.google.com/search/updates'
const june2025 = { since: 'announced on 12 June 2025', source: `${blog}2025/06/simplifying-search-results` }

export const retired: readonly Retired[] = [
  { name: 'How-to', types: ['HowTo'], since: 'since 13 September 2023', source: `${blog}2023/08/howto-faq-changes` },
  { name: 'FAQ', types: ['FAQPage'], since: 'since 7 May 2026', source: updates },
  {
    name: 'Sitelinks search box',
    types: ['WebSite'],
    onlyWith: 'potentialAction.query-input|potentialAction.query',
    since: 'since 21 November 2024',
    source: `${blog}2024/10/sitelinks-search-box`,
  },
  { name: 'Book actions', types: ['Book'], onlyWith: 'potentialAction|workExample.potentialAction', ...june2025 },
  { name: 'Claim review', types: ['ClaimReview'], ...june2025 },
  { name: 'Course info', types: ['Course'], onlyWith: 'hasCourseInstance', ...june2025 },
  { name: 'Estimated salary', types: ['Occupation'], onlyWith: 'estimatedSalary', ...june2025 },
  { name: 'Estimated salary', types: ['OccupationAggregationByEmployer'], ...june2025 },
  { name: 'Learning video', types: ['VideoObject', 'LearningResource'], ...june2025 },
  { name: 'Special announcement', types: ['SpecialAnnouncement'], ...june2025 },
  { name: 'Vehicle listing', types: ['Car'], unless: 'Product', ...june2025 },
  { name: 'Vehicle listing', types: ['Vehicle'], unless: 'Product', ...june2025 },
  { name: 'Practice problem', types: ['Quiz', 'LearningResource'], since: 'since January 2026', source: updates },
]
