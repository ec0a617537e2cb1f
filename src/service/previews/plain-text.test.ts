import { describe, expect, it } from 'vitest'
import { cutEnd, cutMiddle, plainLine, readableHost, readablePath } from './plain-text.ts'

describe('a host', () => {
  it.each([
    ['xn--mnchen-3ya.example', 'münchen.example'],
    ['shop.example', 'shop.example'],
    // Hebrew would reverse the text after it.
    ['xn--4dbrk0ce.example', 'xn--4dbrk0ce.example'],
    ['xn--.example', 'xn--.example'],
    ['192.0.2.1', '192.0.2.1'],
  ])('%s reads %s', (host, read) => expect(readableHost(host)).toBe(read))
})

describe('a path', () => {
  it.each([
    ['/stra%C3%9Fe/%E6%97%A5%E6%9C%AC', '/straße/日本'],
    ['/%D7%A9%D7%9C%D7%95%D7%9D', '/%D7%A9%D7%9C%D7%95%D7%9D'],
    ['/%E2%80%AEgpj.exe', '/%E2%80%AEgpj.exe'],
    ['/%3Cscript%3E%22', '/%3Cscript%3E%22'],
    ['/%ff%fe?q=%C3', '/%ff%fe?q=%C3'],
    ['/a%20b', '/a%20b'],
  ])('%s reads %s', (path, read) => expect(readablePath(path)).toBe(read))

  it('has a maximum length', () => {
    expect(readablePath('/%C3%9F'.repeat(100_000)).length).toBeLessThanOrEqual(400)
  })
})

describe('a line', () => {
  it.each([
    ['  two\n\tlines  ', 'two lines'],
    ['\u202Egpj.exe\u202C \u2066x\u2069\u200F', 'gpj.exe x'],
    ['Sale 🎉🏳️‍🌈🇩🇪 now', 'Sale now'],
    ['a\u0000b\uD800c', 'a bc'],
    ['</title><script>', '</title><script>'],
    ['Ame\u0301lie', 'Amélie'],
    ['1 + 1 = 2 #1 *', '1 + 1 = 2 #1 *'],
  ])('of %j is %j', (text, line) => expect(plainLine(text)).toBe(line))
})

it('cutting keeps both ends of a URL, and the beginning of a title', () => {
  expect(cutMiddle('/a/long/way/to/the/end', 12)).toBe('/a/long…/end')
  expect(cutMiddle('/short', 12)).toBe('/short')
  expect(cutMiddle('𝒶'.repeat(30), 11)).toBe(`${'𝒶'.repeat(6)}…${'𝒶'.repeat(4)}`)
  expect(cutEnd('A title that is long', 12)).toBe('A title tha…')
})
