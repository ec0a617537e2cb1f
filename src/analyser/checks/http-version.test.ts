import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/pages/check-page.ts'
import { texts } from './http-version.ts'

const over = (httpVersion: '1.0' | '1.1' | '2', altSvc?: string) =>
  checkPage('http-version', { httpVersion, headers: altSvc === undefined ? {} : { 'alt-svc': altSvc } })

describe('http-version', () => {
  it('passes HTTP/2 and notes older versions', () => {
    expect(over('2')).toMatchObject({ outcome: 'pass', value: 'HTTP/2', title: texts.used('HTTP/2', null) })
    expect(over('1.1')).toMatchObject({ outcome: 'info', title: texts.used('HTTP/1.1', null), points_lost: 0 })
    expect(over('1.0').outcome).toBe('info')
  })

  it.each([
    ['h3=":443"; ma=86400', 'HTTP/3'],
    ['h3-29=":443"', 'HTTP/3'],
    ['h2="alt.example.com:443", H3=":443"', 'HTTP/3'],
    ['h2=":443"', 'HTTP/2'],
  ])('passes the offer %s', (altSvc, offered) => {
    expect(over('1.1', altSvc)).toMatchObject({
      outcome: 'pass',
      title: texts.used('HTTP/1.1', offered),
    })
  })

  it.each(['clear', 'http/1.1=":8080"', 'xh3=":443"', ''])('takes %j for no offer', (altSvc) => {
    expect(over('1.1', altSvc).outcome).toBe('info')
  })
})
