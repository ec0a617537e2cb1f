import { expect, it } from 'vitest'
import { type AnyWebsite, type Privacy, websiteExample } from '#contract/websites/website.ts'
import { bulkConsequenceOf, commonPrivacy, hasChangedSince } from './bulk-privacy-dialog.tsx'
import { bulkPrivacyWords as words } from './words.ts'

const website = (id: number, privacy: AnyWebsite['privacy'], reports: number | null = 10): AnyWebsite => ({
  ...websiteExample,
  id,
  domain: `${id}.example`,
  privacy,
  has_password: privacy === 2,
  reports_count: reports,
})
const mixed = [website(1, 0), website(2, 1), website(3, 2), website(4, null)]

it.each<[Privacy, number[], number, number]>([
  [0, [2, 3, 4], 1, 1],
  [1, [1, 3, 4], 1, 1],
  [2, [1, 2, 3, 4], 0, 1],
])(
  'privacy %i changes the websites %j, leaves %i and removes %i passwords',
  (privacy, changing, same, removedPasswords) => {
    const change = bulkConsequenceOf(mixed, privacy)
    expect([change.changing.map(({ id }) => id), change.same, change.removedPasswords]).toEqual([
      changing,
      same,
      removedPasswords,
    ])
  },
)

it('the consequence counts the reports if the server does', () => {
  const { changing, reports } = bulkConsequenceOf([website(1, 1, 12), website(2, 1, 1)], 0)
  expect(words.consequence[0](changing.length, reports)).toBe(
    'Anyone with the link will be able to view 13 reports of 2 websites.',
  )
  const unknown = bulkConsequenceOf([website(1, 1, null)], 0)
  expect(words.consequence[0](1, unknown.reports)).toBe(
    'Anyone with the link will be able to view the reports of 1 website.',
  )
})

it('the form starts with the common privacy, otherwise with Private', () => {
  expect([
    commonPrivacy([website(1, 2), website(2, 2)]),
    commonPrivacy(mixed),
    commonPrivacy([website(1, null)]),
  ]).toEqual([2, 1, 1])
})

it.each<[string, Partial<AnyWebsite>, Partial<AnyWebsite> & { etag?: null }, boolean]>([
  ['no change', {}, {}, false],
  ['another privacy', { privacy: 1 }, { privacy: 0 }, true],
  ['a new password', { has_password: false }, { has_password: true }, true],
  ['another findable setting', { privacy: 0, findable: false }, { privacy: 0, findable: true }, true],
  [
    'a later time and a password',
    { privacy: 2, updated_at: '2026-01-01' },
    { privacy: 2, updated_at: '2026-01-02' },
    true,
  ],
  [
    'a later time without a password',
    { privacy: 1, updated_at: '2026-01-01' },
    { privacy: 1, updated_at: '2026-01-02' },
    false,
  ],
  [
    'a later time on a server without ETags',
    { privacy: 2, updated_at: '2026-01-01' },
    { privacy: 2, updated_at: '2026-01-02', etag: null },
    false,
  ],
  [
    'fields that its row did not have',
    { privacy: null, has_password: null },
    { privacy: 0, has_password: false },
    false,
  ],
])('detects whether access to a website changed: %s', (_, shown, now, expected) => {
  expect(hasChangedSince({ ...website(1, 1), ...shown }, { ...website(1, 1), etag: '"1"', ...now })).toBe(expected)
})
