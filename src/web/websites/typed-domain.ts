import { unicodeHost } from '#web/ui/unicode-host.ts'

/** Whether somebody typed this domain, as it is stored or as it is read. */
export function typedDomainMatches(typed: string, domain: string) {
  const text = typed.trim().toLowerCase().normalize('NFC')
  return text === domain.toLowerCase() || text === unicodeHost(domain).toLowerCase().normalize('NFC')
}
