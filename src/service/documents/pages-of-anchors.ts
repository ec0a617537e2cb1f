/**
 * Returns the page, from 1, of each anchor that a link of the PDF file leads to, by its ID. It reads files of Chromium
 * only: these contain their pages in order and compress nothing but the content of pages.
 */
export function pagesOfAnchors(pdf: Buffer): Map<string, number> {
  const text = pdf.toString('latin1')
  const pages = [...text.matchAll(/^(\d+) 0 obj\s*<<\s*\/Type \/Page\b(?!s)/gm)].map(([, object]) => object)
  const anchors = [...text.matchAll(/^(?:<<)?\/([\w-]+) \[(\d+) 0 R \/XYZ /gm)]
  return new Map(
    anchors.flatMap(([, id = '', object]) => {
      const index = pages.indexOf(object)
      return index < 0 ? [] : [[id, index + 1] as const]
    }),
  )
}
