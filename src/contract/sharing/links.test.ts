import { describe, expect, it } from 'vitest'
import { lenient } from '../responses/lenient.ts'
import { NewLink } from './links.ts'

describe('the URL of a new link', () => {
  const link = {
    id: 7,
    kind: 'report',
    mode: 'live',
    layout: 'page',
    label: '',
    created_by: 'CI',
    has_password: false,
    can_check: false,
    clicks: false,
    gone: false,
    opens_count: 0,
    title: 'https://a.example/',
    created_at: '2026-11-21T12:00:00Z',
    token: 'abc',
  }

  it.each(['https://seo.example/s/abc', 'http://localhost:3000/s/abc'])('can be %s', (url) => {
    expect(lenient(NewLink).safeParse({ ...link, url }).data?.url).toBe(url)
  })

  it.each([
    'javascript:alert(1)//https://seo.example',
    ' javascript:alert(1)',
    'data:text/html,x',
    '/s/abc',
    'https:seo.example',
  ])('is rejected as %s, because it is pasted into mails and other documents', (url) => {
    expect(lenient(NewLink).safeParse({ ...link, url }).success).toBe(false)
  })
})
