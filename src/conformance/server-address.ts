import { UsageError } from './usage-error.ts'

const example = 'such as https://seo.example.com'

/** The address that `/api/v1` comes after, without a slash at its end. Throws a UsageError in words. */
export function readServerAddress(given: string): string {
  const text = given.trim()
  const url = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`)
  if (!url || text === '' || /\s/.test(text)) throw new UsageError(`"${text}" is no address: give one ${example}.`)
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new UsageError(`The address begins with ${url.protocol}// but must begin with https:// or http://.`)
  if (url.username || url.password)
    throw new UsageError('The address has a name or a password in it. Give it without, and the key beside it.')
  if (url.search || url.hash) throw new UsageError(`The address must end before its ? or #: give one ${example}.`)
  return url.origin + url.pathname.replace(/\/+$/, '').replace(/\/api(\/v1)?$/, '')
}

/** A key that goes over such an address can be read on the way. */
export const isReadable = (base: string) =>
  base.startsWith('http:') && !/^http:\/\/(localhost|127(\.\d+){3}|\[::1\])(:|\/|$)/.test(base)
