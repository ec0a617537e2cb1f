import { expect, it } from 'vitest'
import { canonicalIssuer, ProviderForm } from './sign-in-forms.ts'

const google = 'https://accounts.google.com'

it.for([
  google,
  `${google}/`,
  'accounts.google.com',
  'accounts.google.com/',
  ' accounts.google.com ',
  'https://Accounts.Google.com',
])('%j is the issuer of Google', (issuer) => {
  const read = ProviderForm.parse({ name: 'Google', issuer, client_id: 'a', client_secret: 'b' })
  expect([read.issuer, canonicalIssuer(issuer.trim())]).toEqual([google, google])
})

it.for([
  'http://accounts.google.com',
  'https://accounts.google.com.evil.example',
  'https://accounts.google.com/o',
  'https://id.example.com/',
])('%s is another issuer', (issuer) => expect(canonicalIssuer(issuer)).toBe(issuer))
