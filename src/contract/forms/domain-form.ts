import * as z from 'zod'
import { maxUrlLength } from '../values.ts'
import { refusal, withMessages } from './form.ts'
import { newWebsiteClient, newWebsiteClientMessage } from './report-forms.ts'

/**
 * The domain of a new website: a host name, or the URL of one of its pages. It is read as a URL, so that the host is
 * written as browsers write it. Whether the service may contact it is decided later.
 */
const DomainField = z
  .string({ error: 'required' })
  .meta({ maxLength: maxUrlLength })
  .transform((text, { issues }) => {
    const refuse = (code: Parameters<typeof refusal>[0]) => {
      issues.push(refusal(code, text))
      return z.NEVER
    }
    const trimmed = text.trim()
    if (trimmed === '') return refuse('required')
    if (trimmed.length > maxUrlLength) return refuse('too_long')
    const url = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`)
    if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return refuse('invalid_url')
    if (url.username !== '' || url.password !== '') return refuse('has_credentials')
    return url
  })

export const NewDomainForm = withMessages(z.object({ domain: DomainField, client_id: newWebsiteClient }), {
  domain: {
    label: 'Domain',
    hint: 'Such as example.com. A subdomain, such as staging.example.com, is a website of its own.',
    otherwise: 'Enter a domain, such as example.com.',
    too_long: 'This domain is too long. Check it for typos.',
    has_credentials: 'Remove the username and password. Set them under Access and rendering of the website instead.',
    other_port: 'Remove the port. Only the standard ports, 80 for http and 443 for https, can be analysed.',
    dns: 'A domain with this name can’t exist. Check the spelling.',
    unreachable: 'Enter a public domain. We can’t analyse websites on private networks.',
  },
  client_id: newWebsiteClientMessage,
})
