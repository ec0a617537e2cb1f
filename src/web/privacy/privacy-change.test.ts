import { describe, expect, it } from 'vitest'
import type { AnyWebsite } from '#contract/websites/website.ts'
import { consequenceOf, isChanged, passwordIsSet, passwordProblem } from './privacy-change.ts'

const website = (privacy: AnyWebsite['privacy'], hasPassword = privacy === 2): AnyWebsite => ({
  id: 7,
  domain: 'a.example',
  privacy,
  has_password: hasPassword,
  findable: null,
  reports_count: 3,
  reports_avg_score: 61,
  pages_count: null,
  pages_avg_score: null,
  pages_good: null,
  pages_decent: null,
  pages_bad: null,
  pages_blocked: null,
  created_at: null,
  updated_at: null,
})

describe('a change of privacy', () => {
  it('is none while the choice is the same and no password is typed', () => {
    expect(isChanged(website(2), { privacy: 2, password: '' })).toBe(false)
    expect(isChanged(website(0), { privacy: 0, password: 'left over' })).toBe(false)
    expect(isChanged(website(2), { privacy: 2, password: 'x' })).toBe(true)
  })

  it('is any choice if the server does not report the privacy', () => {
    expect(isChanged(website(null), { privacy: null, password: '' })).toBe(false)
    for (const privacy of [0, 1, 2] as const) expect(isChanged(website(null), { privacy, password: '' })).toBe(true)
    expect(consequenceOf(website(null), { privacy: 0, password: '' })).toBe('opens')
    expect(consequenceOf(website(null), { privacy: 1, password: '' })).toBe('closes')
    expect(consequenceOf(website(null), { privacy: 2, password: 'x' })).toBe('opens-with-password')
  })

  it('requires no password if the server does not report whether one is set', () => {
    const unreported = { ...website(2), has_password: null }
    expect(passwordIsSet(unreported)).toBeNull()
    expect(passwordIsSet({ privacy: null, has_password: null })).toBeNull()
    expect(passwordIsSet({ privacy: 1, has_password: null })).toBe(false)
    expect(passwordProblem(unreported, { privacy: 2, password: '' })).toBeNull()
    expect(passwordProblem({ ...website(1), has_password: null }, { privacy: 2, password: '' })).toBe('missing')
    expect(consequenceOf(unreported, { privacy: 2, password: 'x' })).toBe('new-password')
  })

  it.each([
    [1, 0, '', 'opens'],
    [1, 2, 'x', 'opens-with-password'],
    [0, 2, 'x', 'locks'],
    [0, 1, '', 'closes'],
    [2, 1, '', 'closes'],
    [2, 2, 'x', 'new-password'],
    [2, 2, '', null],
  ] as const)('from %i to %i with "%s" %s', (from, privacy, password, consequence) => {
    expect(consequenceOf(website(from), { privacy, password })).toBe(consequence)
  })

  it('includes the listing by search engines while the website is public', () => {
    const found = { ...website(0), findable: true }
    expect(isChanged(found, { privacy: 0, password: '', findable: true })).toBe(false)
    expect(isChanged(website(1), { privacy: 1, password: '', findable: true })).toBe(false)
    expect(consequenceOf(website(0), { privacy: 0, password: '', findable: true })).toBe('listed')
    expect(consequenceOf(website(1), { privacy: 0, password: '', findable: true })).toBe('opens-listed')
    expect(consequenceOf(found, { privacy: 0, password: '', findable: false })).toBe('unlisted')
    expect(consequenceOf(found, { privacy: 1, password: '', findable: true })).toBe('closes')
  })

  it('requires a password only if none is set', () => {
    expect(passwordProblem(website(1), { privacy: 2, password: '' })).toBe('missing')
    expect(passwordProblem(website(2), { privacy: 2, password: '' })).toBeNull()
    expect(passwordProblem(website(1), { privacy: 2, password: 'x'.repeat(129) })).toBe('too-long')
    expect(passwordProblem(website(1), { privacy: 1, password: 'x'.repeat(129) })).toBeNull()
  })
})
