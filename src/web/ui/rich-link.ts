/** A link as HTML for the clipboard; the browser itself writes it, so that no text becomes markup. */
export const richLink = (href: string, textContent: string) =>
  Object.assign(document.createElement('a'), { href, textContent }).outerHTML
