const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)

/** A link as HTML for the clipboard. */
export const richLink = (url: string, text: string) => `<a href="${escaped(url)}">${escaped(text)}</a>`
