import { describe, expect, it } from 'vitest'
import { isHiddenMail, privateReason, readable } from './urls.ts'

describe('who can open an address', () => {
  it.each([
    'http://localhost/',
    'http://localhost.:3000/',
    'http://shop.localhost/',
    'http://127.9.8.7/',
    'http://0x7f.1/',
    'http://2130706433/',
    'http://0.0.0.0:8000/',
    'http://[::1]/',
    'http://[::]/',
  ])('%s is this machine', (url) => {
    expect(privateReason(new URL(url))).toBe('this-machine')
  })

  it.each([
    'http://10.1.2.3/',
    'http://192.168.0.1/',
    'http://172.16.0.1/',
    'http://172.31.255.255/',
    'http://169.254.1.1/',
    'http://[fd00::1]/',
    'http://[fe80::1]/',
    'http://[::ffff:10.0.0.1]/',
    'http://[::ffff:172.20.0.1]/',
    'http://printer.local/',
    'http://wiki.internal/',
    'http://shop.test/',
    'http://nas.home.arpa/',
    'http://intranet/',
    'http://https//example.com',
  ])('%s is a private network', (url) => {
    expect(privateReason(new URL(url))).toBe('private-network')
  })

  it('a file is on a computer', () => expect(privateReason(new URL('file:///C:/a.html'))).toBe('file'))

  it.each([
    'https://example.com/',
    'http://172.32.0.1/',
    'http://172.15.0.1/',
    'http://11.0.0.1/',
    'http://[2001:db8::1]/',
    'http://[::ffff:11.0.0.1]/',
    'https://local.example/',
    'https://localhost.example/',
    'https://127.0.0.1.example/',
    'https://my.contest/',
  ])('%s is open to everybody', (url) => expect(privateReason(new URL(url))).toBeNull())
})

describe('a readable address', () => {
  it.each([
    ['/%E3%83%A9%E3%83%B3%E3%83%97', '/ランプ'],
    ['/gem%c3%bcse', '/gemüse'],
    ['/100%', '/100%'],
    ['/%E4nderung', '/%E4nderung'],
    ['/a%2', '/a%2'],
  ])('of %s is %s', (part, words) => {
    expect(readable(part)).toBe(words)
  })
})

it('knows a mail address that a script hides', () => {
  expect(isHiddenMail(new URL('https://example.com/cdn-cgi/l/email-protection#ab12'))).toBe(true)
  expect(isHiddenMail(new URL('https://example.com/email-protection'))).toBe(false)
})
