import { describe, expect, it } from 'vitest'
import type { Website } from '#contract/website.ts'
import { generatePassword, isTooLong, strengthOf } from '../password.ts'
import { consequenceOf, isChanged, outcomeOf, passwordIsSet, passwordProblem } from './privacy-change.ts'

const website = (privacy: Website['privacy'], hasPassword = privacy === 2): Website => ({
  id: 7,
  domain: 'a.example',
  privacy,
  has_password: hasPassword,
  findable: null,
  reports_count: 3,
  reports_avg_score: 61,
  created_at: null,
  updated_at: null,
})

describe('a generated password', () => {
  it('has twenty characters that are not mistaken for one another, in four groups', () => {
    for (let turn = 0; turn < 50; turn++)
      expect(generatePassword()).toMatch(/^[a-hjkmnp-z2-9]{5}(-[a-hjkmnp-z2-9]{5}){3}$/)
  })

  it('is another one every time', () => {
    expect(new Set(Array.from({ length: 200 }, () => generatePassword())).size).toBe(200)
  })

  it('favours no letter: bytes past the last whole turn of the alphabet are thrown away', () => {
    let call = 0
    const password = generatePassword((count) => new Uint8Array(count).fill(call++ === 0 ? 255 : 1))
    expect(password).toBe('bbbbb-bbbbb-bbbbb-bbbbb')
  })
})

describe('the strength of a password', () => {
  it.each([
    ['sheep', 'weak'],
    ['aaaaaaaaaaaaaaaaaaaa', 'weak'],
    ['20261120', 'weak'],
    ['merino42', 'fair'],
    ['abababcdeabab', 'fair'],
    ['grass for every sheep', 'long'],
  ])('%s is %s', (password, strength) => expect(strengthOf(password).strength).toBe(strength))

  it('counts characters as people do, not code units', () => {
    expect(strengthOf('🐑🐑').length).toBe(2)
    expect(isTooLong('🐑'.repeat(128))).toBe(false)
    expect(isTooLong('🐑'.repeat(129))).toBe(true)
  })
})

describe('a change of privacy', () => {
  it('is none while the choice is the same and no password was typed', () => {
    expect(isChanged(website(2), { privacy: 2, password: '' })).toBe(false)
    expect(isChanged(website(0), { privacy: 0, password: 'left over' })).toBe(false)
    expect(isChanged(website(2), { privacy: 2, password: 'x' })).toBe(true)
  })

  it('is any choice, where the server does not say what is now', () => {
    expect(isChanged(website(null), { privacy: null, password: '' })).toBe(false)
    for (const privacy of [0, 1, 2] as const) expect(isChanged(website(null), { privacy, password: '' })).toBe(true)
    expect(consequenceOf(website(null), { privacy: 0, password: '' })).toBe('opens')
    expect(consequenceOf(website(null), { privacy: 1, password: '' })).toBe('closes')
    expect(consequenceOf(website(null), { privacy: 2, password: 'x' })).toBe('opens-with-password')
  })

  it('asks for no password where the server does not say whether there is one', () => {
    const silent = { ...website(2), has_password: null }
    expect(passwordIsSet(silent)).toBeNull()
    expect(passwordIsSet({ privacy: null, has_password: null })).toBeNull()
    expect(passwordIsSet({ privacy: 1, has_password: null })).toBe(false)
    expect(passwordProblem(silent, { privacy: 2, password: '' })).toBeNull()
    expect(passwordProblem({ ...website(1), has_password: null }, { privacy: 2, password: '' })).toBe('missing')
    expect(consequenceOf(silent, { privacy: 2, password: 'x' })).toBe('new-password')
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

  it('can be that search engines may find it, while it is public', () => {
    const found = { ...website(0), findable: true }
    expect(isChanged(found, { privacy: 0, password: '', findable: true })).toBe(false)
    expect(isChanged(website(1), { privacy: 1, password: '', findable: true })).toBe(false)
    expect(consequenceOf(website(0), { privacy: 0, password: '', findable: true })).toBe('listed')
    expect(consequenceOf(website(1), { privacy: 0, password: '', findable: true })).toBe('opens-listed')
    expect(consequenceOf(found, { privacy: 0, password: '', findable: false })).toBe('unlisted')
    expect(consequenceOf(found, { privacy: 1, password: '', findable: true })).toBe('closes')
  })

  it('needs a password only when none is set', () => {
    expect(passwordProblem(website(1), { privacy: 2, password: '' })).toBe('missing')
    expect(passwordProblem(website(2), { privacy: 2, password: '' })).toBeNull()
    expect(passwordProblem(website(1), { privacy: 2, password: 'x'.repeat(129) })).toBe('too-long')
    expect(passwordProblem(website(1), { privacy: 1, password: 'x'.repeat(129) })).toBeNull()
  })
})

describe('a change without an answer', () => {
  const site = (privacy: 0 | 1 | 2 | null, etag: string | null = null) => ({ ...website(privacy), etag })
  it.each([
    ['saved', site(1), site(0), { privacy: 0, password: '' }],
    ['unknown', site(null), site(null), { privacy: 0, password: '' }],
    ['not-saved', site(1), site(1), { privacy: 0, password: '' }],
    ['not-saved', site(1), site(0), { privacy: 2, password: 'secret' }],
    ['saved', site(1), site(2), { privacy: 2, password: 'secret' }],
    ['password-unknown', site(2), site(2), { privacy: 2, password: 'secret' }],
    ['saved', site(2, 'a'), site(2, 'b'), { privacy: 2, password: 'secret' }],
    ['not-saved', site(2, 'a'), site(2, 'a'), { privacy: 2, password: 'secret' }],
  ] as const)('is %s as the website, read again, says it', (outcome, base, now, draft) => {
    expect(outcomeOf(base, now, draft)).toBe(outcome)
  })
})
