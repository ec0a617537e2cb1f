import { expect, it } from 'vitest'
import type { Privacy, Website } from '#contract/website.ts'
import { manyPrivacyWords as words } from '#web/words/privacy.ts'
import { commonPrivacy, manyChange } from './many-privacy.ts'

const website = (id: number, privacy: Website['privacy'], reports: number | null = 10): Website => ({
  id,
  domain: `${id}.example`,
  privacy,
  has_password: privacy === 2,
  findable: null,
  reports_count: reports,
  reports_avg_score: null,
  created_at: null,
  updated_at: null,
})
const mixed = [website(1, 0), website(2, 1), website(3, 2), website(4, null)]

it.each<[Privacy, number[], number, number]>([
  [0, [2, 3, 4], 1, 1],
  [1, [1, 3], 2, 1],
  [2, [1, 2, 3, 4], 0, 1],
])('with %i changes the websites %j, leaves %i, and takes %i passwords away', (privacy, changing, same, forgotten) => {
  const change = manyChange(mixed, { privacy })
  expect([change.changing.map(({ id }) => id), change.same, change.forgotten]).toEqual([changing, same, forgotten])
})

it('says how many reports become readable, where the server says', () => {
  const { changing, reports } = manyChange([website(1, 1, 12), website(2, 1, 1)], { privacy: 0 })
  expect(words.consequence[0](changing.length, reports)).toBe('Anyone who has a link may then read 13 reports of 2 websites.')
  const unknown = manyChange([website(1, 1, null)], { privacy: 0 })
  expect(words.consequence[0](1, unknown.reports)).toBe('Anyone who has a link may then read the reports of 1 website.')
})

it('begins with what they have in common, else with what opens nothing', () => {
  expect([commonPrivacy([website(1, 2), website(2, 2)]), commonPrivacy(mixed), commonPrivacy([website(1, null)])]).toEqual([2, 1, 1])
})
