import { expect, it } from 'vitest'
import { domainOf } from './website.ts'

it.each([
  ['https://example.com/a', 'example.com'],
  ['https://www.example.com/', 'example.com'],
  ['https://Example.COM./', 'example.com'],
  ['http://www.example.com./', 'example.com'],
  ['http://www.example.com.:8080/', 'example.com:8080'],
  ['https://www.www.example.com/', 'www.example.com'],
  ['https://www.com/', 'www.com'],
  ['https://www.com./', 'www.com'],
  ['https://www.com:8443/', 'www.com:8443'],
  ['https://www/', 'www'],
  ['https://wwwexample.com/', 'wwwexample.com'],
  ['https://blog.example.com/', 'blog.example.com'],
  ['https://www.example.com:8443/', 'example.com:8443'],
  ['http://example.com:80/', 'example.com'],
  ['https://example.com:443/', 'example.com'],
  ['http://example.com:443/', 'example.com:443'],
  ['https://user:secret@www.example.com/', 'example.com'],
  ['http://127.0.0.1:8080/', '127.0.0.1:8080'],
  ['http://[::1]/', '[::1]'],
  ['http://[::1]:8080/', '[::1]:8080'],
  ['https://bücher.example/', 'xn--bcher-kva.example'],
  ['https://WWW.Bücher.example/', 'xn--bcher-kva.example'],
])('the domain of %s is %s', (url, domain) => {
  expect(domainOf(new URL(url))).toBe(domain)
})
