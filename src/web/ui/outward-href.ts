/** The address if a link may lead there (http and https only), else undefined. A page's own words choose nothing else. */
export function outwardHref(address: string): string | undefined {
  const url = URL.parse(
    /^[a-z][a-z0-9+.-]*:/i.test(address) && !/^[^/]+:\d+(\/|$)/.test(address) ? address : `https://${address}`,
  )
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : undefined
}
