import { describe, expect, it } from 'vitest'
import { unicodeHost } from './text.ts'

describe('a host in Unicode', () => {
  it.each([
    'bücher.example',
    'straße.münchen.example',
    '例え.テスト',
    'пример.испытание',
    'مثال.إختبار',
    '👍.example',
    'mañana.example:8080',
  ])('%s is decoded from its ASCII form', (host) => {
    const { host: ascii } = new URL(`http://${host}`)
    expect(ascii).toMatch(/xn--/)
    expect(unicodeHost(ascii)).toBe(host.normalize('NFC'))
  })

  it('shows invisible and direction characters as codes', () => {
    expect(unicodeHost('exam\u200Bple.exam\uFEFFple')).toBe('exam[U+200B]ple.exam[U+FEFF]ple')
    expect(unicodeHost('\u202Eelpmaxe.example')).toBe('[U+202E]elpmaxe.example')
    expect(unicodeHost('xn--ab-g4t.example')).toBe('a[U+202E]b.example')
  })

  it('keeps plain hosts and invalid labels unchanged', () => {
    expect(unicodeHost('www.example.com')).toBe('www.example.com')
    expect(unicodeHost('xn--!!.example')).toBe('xn--!!.example')
    expect(unicodeHost('xn--99999999999.example')).toBe('xn--99999999999.example')
    // Longer than any label may be, and than a call may have arguments.
    const endless = `xn--${'a'.repeat(300_000)}.example`
    expect(unicodeHost(endless)).toBe(endless)
  })
})
