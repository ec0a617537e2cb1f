/**
 * The URL if it is http or https, else undefined: text from an analysed page must not become any other kind of link.
 */
export function externalHref(address: string): string | undefined {
  const url = URL.parse(
    /^[a-z][a-z0-9+.-]*:/i.test(address) && !/^[^/]+:\d+(\/|$)/.test(address) ? address : `https://${address}`,
  )
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : undefined
}
