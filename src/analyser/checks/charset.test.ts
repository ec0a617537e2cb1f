import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/check-page.ts'

const page = (html: string, contentType = 'text/html') => checkPage('charset', { html, headers: { 'content-type': contentType } })

describe('charset', () => {
  it('passes a declaration in the header, as byte order mark, or early in the page', () => {
    expect(page('<p>ü', 'text/html; charset=UTF-8')).toMatchObject({ outcome: 'pass', value: 'utf-8' })
    expect(page('\uFEFF<p>ü')).toMatchObject({ outcome: 'pass', value: 'utf-8' })
    expect(page('<meta charset="shift_jis">')).toMatchObject({ outcome: 'pass', value: 'shift_jis' })
    expect(page('<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1">')).toMatchObject({ outcome: 'pass', value: 'windows-1252' })
  })

  it('warns of a declaration after 1024 bytes', () => {
    expect(page(`<!--${' '.repeat(1024)}--><meta charset="utf-8">`)).toMatchObject({ outcome: 'warn', title: 'The character encoding is declared after the first 1024 bytes' })
  })

  it('warns of none, and says what was taken', () => {
    expect(page('<p>ü')).toMatchObject({ outcome: 'warn', title: 'The page does not declare its character encoding; it was read as utf-8' })
  })

  it('warns of a label that means nothing', () => {
    expect(page('<p>x', 'text/html; charset=utf8mb4')).toMatchObject({ outcome: 'warn', evidence: [{ note: 'The header names utf8mb4, which is no known encoding.' }] })
  })
})
