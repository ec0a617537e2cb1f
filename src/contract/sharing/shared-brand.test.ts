import { expect, it } from 'vitest'
import { contactIn } from './shared-brand.ts'

it('finds the email address in a footer', () => {
  expect(contactIn('Northlight · hello@northlight.example · +49 30 123')).toBe('hello@northlight.example')
  expect(contactIn('Northlight <seo.team+may@north-light.co.example>, Berlin')).toBe(
    'seo.team+may@north-light.co.example',
  )
})

it('takes nothing else for an email address', () => {
  for (const text of [
    '',
    'Northlight',
    '@northlight',
    'a@b',
    'me@northlight.example?subject=x',
    'x@y.example&bcc=z@y.example',
  ])
    expect(contactIn(text), text).toBe(null)
})
