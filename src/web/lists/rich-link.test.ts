import { expect, it } from 'vitest'
import { richLink } from './rich-link.ts'

it('lets no search text become markup', () => {
  expect(richLink('https://seo.example/reports?search=%22&result=bad', '“<img src=x onerror="a()">” & more')).toBe(
    '<a href="https://seo.example/reports?search=%22&amp;result=bad">“&lt;img src=x onerror=&quot;a()&quot;&gt;” &amp; more</a>',
  )
})
