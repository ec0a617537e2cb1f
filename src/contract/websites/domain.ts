/**
 * Returns the domain by which a URL belongs to a website: its host without a leading `www.`, with any non-default port.
 * A subdomain is a website of its own.
 */
export function domainOf({ host }: Pick<URL, 'host'>): string {
  const withoutRoot = host.replace(/\.(?=:\d+$|$)/, '')
  return withoutRoot.replace(/^www\.(?=[^:]*\.)/, '')
}
