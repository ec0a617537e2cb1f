import type { Brand } from '#contract/brand.ts'

/** Quotes a text for CSS. */
const quoted = (text: string) =>
  `"${text.replace(/["\\<\n\r\f]/g, (sign) => `\\${sign.codePointAt(0)!.toString(16)} `)}"`

/**
 * Adds the style of the printed pages, with their size and the brand's footer beside the page number. Returns a function
 * that removes it. A style sheet of the build can't contain the words of the brand.
 */
export function pageStyle({ paper, footer, name }: Pick<Brand, 'paper' | 'footer' | 'name'>): () => void {
  const sheet = new CSSStyleSheet()
  const size = paper === 'letter' ? 'letter' : 'A4'
  const type = 'font: 8pt system-ui, sans-serif; color: #5b6070;'
  sheet.replaceSync(`
    @page { size: ${size}; margin: 18mm 17mm 20mm;
      @bottom-left { content: ${quoted(footer || name)}; ${type} }
      @bottom-right { content: counter(page) " / " counter(pages); ${type} } }
    @page :first { margin: 0; @bottom-left { content: none } @bottom-right { content: none } }`)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  return () => void (document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet))
}
