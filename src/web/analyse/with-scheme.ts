/** Schemes without `//` that people paste; anything else before a colon is a host with a port. */
const bare = /^(?:javascript|data|file|blob|about|mailto|tel|ftp|view-source):/i

/** The address as it is to be asked for: trimmed, and with `https://` where no scheme was typed. */
export function withScheme(typed: string) {
  const text = typed.trim()
  if (!text || /^[a-z][a-z0-9+.-]*:\/\//i.test(text) || bare.test(text)) return text
  return `https://${text.replace(/^\/\//, '')}`
}
