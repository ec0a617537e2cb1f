import { describe, expect, it } from 'vitest'
import { isSameUrl, urlKey } from './url-key.ts'

describe('two URLs', () => {
  it.each([
    ['https://shop.example/caf%c3%a9', 'https://shop.example/caf%C3%A9'],
    ['https://shop.example/caf%C3%a9', 'https://shop.example/café'],
    ['https://shop.example/%7euser/%41%2D%5f%2e1', 'https://shop.example/~user/A-_.1'],
    ['https://shop.example:443/a', 'https://shop.example/a'],
    ['http://shop.example:80', 'http://shop.example/'],
    ['HTTPS://Shop.Example/a', 'https://shop.example/a'],
    ['https://bücher.example/a', 'https://xn--bcher-kva.example/a'],
    ['https://shop.example', 'https://shop.example/'],
    ['https://shop.example?a=1', 'https://shop.example/?a=1'],
    ['https://shop.example/a/./b/../c', 'https://shop.example/a/c'],
    ['https://shop.example/a/%2e/%2E%2e/c', 'https://shop.example/c'],
    ['https://shop.example/a/b/..', 'https://shop.example/a/'],
    ['https://shop.example/a#part', 'https://shop.example/a'],
    ['https://shop.example/a?b=1#part', 'https://shop.example/a?b=1'],
    ['https://shop.example/%e9%zz', 'https://shop.example/%E9%zz'],
    [' https://shop.example/a ', 'https://shop.example/a'],
  ])('%s and %s are one page', (a, b) => {
    expect(urlKey(a)).toBe(urlKey(b))
    expect(isSameUrl(a, b)).toBe(true)
  })

  it.each([
    ['https://shop.example/a?', 'https://shop.example/a'],
    ['https://shop.example/?', 'https://shop.example/'],
    ['https://shop.example/a%2Fb', 'https://shop.example/a/b'],
    ['https://shop.example/a%2Bb', 'https://shop.example/a+b'],
    ['https://shop.example/a%3Fb', 'https://shop.example/a?b'],
    ['https://shop.example/a%23b', 'https://shop.example/a#b'],
    ['https://shop.example/a%3Bb', 'https://shop.example/a;b'],
    ['https://shop.example/a%20b', 'https://shop.example/a+b'],
    ['https://shop.example/A', 'https://shop.example/a'],
    ['https://shop.example/a/', 'https://shop.example/a'],
    ['https://shop.example/a//b', 'https://shop.example/a/b'],
    ['https://shop.example:8443/a', 'https://shop.example/a'],
    ['https://shop.example:80/a', 'https://shop.example/a'],
    ['http://shop.example/a', 'https://shop.example/a'],
    ['https://www.shop.example/a', 'https://shop.example/a'],
    ['https://shop.example./a', 'https://shop.example/a'],
    ['https://shop.example/?a=1&b=2', 'https://shop.example/?b=2&a=1'],
    ['https://shop.example/?q=%C3%A9', 'https://shop.example/?q=%c3%a9'],
    ['https://shop.example/?q=%7E', 'https://shop.example/?q=~'],
    ['https://shop.example/?q=', 'https://shop.example/?q'],
    ['https://shop.example/%2541', 'https://shop.example/%41'],
    ['https://shop.example/%%411', 'https://shop.example/%A1'],
    ['https://shop.example/%4%31', 'https://shop.example/%41'],
    ['https://shop.example/%E9', 'https://shop.example/é'],
    ['https://shop.example/e%CC%81', 'https://shop.example/é'],
  ])('%s and %s are two', (a, b) => {
    expect(urlKey(a)).not.toBe(urlKey(b))
    expect(isSameUrl(a, b)).toBe(false)
  })
})

it.each(['%zz', '%', '%E', '%E9', '%C3', '%C3%', '%ff%fe', '%00', '%%', '%4%31', '%u00e9', '%2541', '%%4%%411'])(
  'a path with %s is kept, and its key is its own key',
  (path) => {
    const key = urlKey(`https://shop.example/${path}`)
    expect(key.toLowerCase()).toBe(`https://shop.example/${path.toLowerCase()}`)
    expect(urlKey(key)).toBe(key)
  },
)

it.each(['mailto:A%7e@shop.example', 'not a URL', '/%7ea', 'https://', ''])(
  '%j is no URL and stays as it is',
  (text) => {
    expect(urlKey(text)).toBe(text)
    expect(urlKey(`${text}#part`)).toBe(text)
  },
)
