import { describe, expect, it } from 'vitest'
import { generatePassword, isGenerated, strengthOf } from './password.ts'

describe('a generated password', () => {
  it('has 20 unambiguous characters in four groups', () => {
    for (let turn = 0; turn < 50; turn++)
      expect(generatePassword()).toMatch(/^[a-hjkmnp-z2-9]{5}(-[a-hjkmnp-z2-9]{5}){3}$/)
  })

  it('is told from a typed one by its form', () => {
    expect(isGenerated(generatePassword())).toBe(true)
    for (const typed of ['', 'sheep', 'abcde-fghjk-mnpqr', 'abcde-fghjk-mnpqr-stuvw-', 'Abcde-fghjk-mnpqr-stuvw'])
      expect(isGenerated(typed), typed).toBe(false)
  })

  it('is different every time', () => {
    expect(new Set(Array.from({ length: 200 }, () => generatePassword())).size).toBe(200)
  })

  it('is unbiased: bytes above the last multiple of the alphabet are skipped', () => {
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

  it('counts code points, not code units', () => {
    expect(strengthOf('🐑🐑').length).toBe(2)
  })
})
