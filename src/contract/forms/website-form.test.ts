import { describe, expect, it } from 'vitest'
import type { Privacy } from '../websites/website.ts'
import { readForm } from './form.ts'
import {
  changeAccess,
  passwordIsSet,
  RetentionDraft,
  websiteDraft,
  type WebsiteAccess,
  type WebsiteChange,
} from './website-form.ts'

const website = (privacy: Privacy | null, more: Partial<WebsiteAccess> = {}): WebsiteAccess => ({
  privacy,
  has_password: privacy === 2,
  findable: null,
  ...more,
})
const consequenceOf = (before: WebsiteAccess, change: WebsiteChange) => changeAccess(before, change).consequence

describe('a change of access to a website', () => {
  it.each<[Privacy, WebsiteChange, string | null]>([
    [1, { privacy: 0 }, 'opens'],
    [1, { privacy: 2, password: 'x' }, 'opens-with-password'],
    [0, { privacy: 2, password: 'x' }, 'locks'],
    [0, { privacy: 1 }, 'closes'],
    [2, { privacy: 1 }, 'closes'],
    [2, { privacy: 2, password: 'x' }, 'new-password'],
    [2, { password: 'x' }, 'new-password'],
    [2, { privacy: 2 }, null],
    [2, { privacy: 2, password: '' }, null],
    [0, { privacy: 0 }, null],
    [1, {}, null],
  ])('from %i by %j %s', (from, change, consequence) => {
    expect(consequenceOf(website(from), change)).toBe(consequence)
  })

  it('keeps, replaces or ends the password', () => {
    expect(changeAccess(website(2), { findable: false })).toMatchObject({ password: 'kept', endsPassword: false })
    expect(changeAccess(website(2), { password: 'x' })).toMatchObject({ password: 'new', endsPassword: true })
    expect(changeAccess(website(2), { privacy: 0 })).toMatchObject({ password: 'none', endsPassword: true })
    expect(changeAccess(website(1), { privacy: 2, password: 'x' })).toMatchObject({
      password: 'new',
      endsPassword: false,
    })
  })

  it('delists a website that stops being public, and lists it only if it says so', () => {
    const listed = website(0, { findable: true })
    expect(consequenceOf(listed, { privacy: 0, findable: true })).toBeNull()
    expect(consequenceOf(website(0), { findable: true })).toBe('listed')
    expect(consequenceOf(website(1), { privacy: 0, findable: true })).toBe('opens-listed')
    expect(consequenceOf(listed, { findable: false })).toBe('unlisted')
    expect(changeAccess(listed, { privacy: 1 })).toMatchObject({ consequence: 'closes', findable: false })
    expect(changeAccess(listed, {})).toMatchObject({ consequence: null, findable: true })
  })

  it('is any choice if the server does not report the privacy', () => {
    expect(consequenceOf(website(null), {})).toBeNull()
    expect(consequenceOf(website(null), { privacy: 0 })).toBe('opens')
    expect(consequenceOf(website(null), { privacy: 1 })).toBe('closes')
    expect(consequenceOf(website(null), { privacy: 2, password: 'x' })).toBe('opens-with-password')
  })

  it('requires a password only if none is set', () => {
    const required = { field: 'password', code: 'required' }
    expect(changeAccess(website(1), { privacy: 2 }).problem).toEqual(required)
    expect(changeAccess(website(2), { privacy: 2 }).problem).toBeNull()
    const unreported = website(2, { has_password: null })
    expect(changeAccess(unreported, { privacy: 2 }).problem).toBeNull()
    expect(consequenceOf(unreported, { password: 'x' })).toBe('new-password')
    expect(changeAccess(website(1, { has_password: null }), { privacy: 2 }).problem).toEqual(required)
  })

  it('refuses a password or a listing that does not fit the privacy', () => {
    expect(changeAccess(website(1), { password: 'x' }).problem).toEqual({ field: 'password', code: 'not_allowed' })
    expect(changeAccess(website(0), { privacy: 1, findable: true }).problem).toEqual({
      field: 'findable',
      code: 'not_allowed',
    })
    expect(changeAccess(website(0), { privacy: 1, findable: false }).problem).toBeNull()
  })

  it('tells a missing password from one that the server does not report', () => {
    expect(passwordIsSet(website(2, { has_password: null }))).toBeNull()
    expect(passwordIsSet(website(null, { has_password: null }))).toBeNull()
    expect(passwordIsSet(website(1, { has_password: null }))).toBe(false)
  })
})

describe('a website as a person edits it', () => {
  const read = (before: WebsiteAccess, fields: Record<string, string>) => readForm(websiteDraft(before), fields)

  it('ignores what belongs to another choice', () => {
    const fields = { password: 'x'.repeat(129), findable: '1' }
    expect(read(website(1), { ...fields, privacy: '1' }).values).toEqual({ privacy: 1 })
    expect(read(website(1), { ...fields, privacy: '0' }).values).toEqual({ privacy: 0, findable: true })
    expect(read(website(1), { ...fields, privacy: '2' }).problems).toEqual([{ field: 'password', code: 'too_long' }])
  })

  it('needs a password if none is set', () => {
    expect(read(website(1), { privacy: '2' }).problems).toEqual([{ field: 'password', code: 'required' }])
    expect(read(website(2), { privacy: '2', password: '' }).values).toEqual({ privacy: 2 })
  })

  it('counts the characters of a password as people do', () => {
    expect(read(website(1), { privacy: '2', password: '🐑'.repeat(128) }).problems).toEqual([])
    expect(read(website(1), { privacy: '2', password: '🐑'.repeat(129) }).problems).toHaveLength(1)
  })
})

it('keeps all reports or a number of them, which is not blank', () => {
  const read = (choice: string, keep: string) => readForm(RetentionDraft, { choice, keep })
  expect(read('all', 'x').values).toEqual({})
  expect(read('last', ' 5 ').values).toEqual({ keep: 5 })
  for (const keep of ['', ' ', '0', 'x']) expect(read('last', keep).problems, keep).toHaveLength(1)
})
