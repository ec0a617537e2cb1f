import type { Locator, Page } from 'playwright-core'
import { getDocumentProxy } from 'unpdf'
import { launchChromium } from './chromium.ts'

const maxMs = 60_000
/** Maximum time in ms until the document in the page is complete. */
const maxLoadingMs = 20_000
/** Time in ms after the start in which a document can be fitted again. Printing a large one takes the rest. */
const maxFittingMs = 20_000
const maxBytes = 30 * 1024 * 1024

/** The page could not be printed in time, didn't become a document, or is too large. */
export class NotPrinted extends Error {
  override name = 'NotPrinted'
}

/**
 * Prints the client report at `url`. The browser reaches only its origin. It is closed after a minute, and when
 * `signal` aborts.
 * @throws NotPrinted
 */
export async function printPdf(
  chromium: string,
  url: string,
  signal: AbortSignal,
  { loadingMs = maxLoadingMs, fittingMs = maxFittingMs } = {},
): Promise<Buffer> {
  const start = performance.now()
  const end = AbortSignal.any([signal, AbortSignal.timeout(maxMs)])
  try {
    // Nothing listens at the proxy's address, and only the report's own host is reached without it.
    const proxy = { server: 'http://127.0.0.1:9', bypass: `<-loopback>,${new URL(url).host}` }
    await using browser = await launchChromium(chromium, proxy)
    const { context } = browser
    end.addEventListener('abort', () => void context.close())
    end.throwIfAborted()
    const page = await context.newPage()
    // In print, the page waits for its font instead of using another one.
    await page.emulateMedia({ media: 'print' })
    await page.goto(url, { waitUntil: 'commit', timeout: loadingMs })
    const report = page.locator('[data-client-report="complete"]')
    await report.waitFor({ state: 'attached', timeout: loadingMs })
    return await print(page, report, () => performance.now() - start < fittingMs)
  } catch (cause) {
    throw new NotPrinted("The page wasn't printed.", { cause: end.aborted ? end.reason : cause })
  }
}

/** The line spacings in the style sheet of a client report. */
const fits = ['normal', 'tight', 'loose'] as const

/** The part of the last page that should be filled. */
const enough = 0.3

const endId = 'end-of-report'
const endStyle = 'display: block; width: 1px; height: 1px; margin: 0; padding: 0; overflow: hidden'
/**
 * Marks the end of the report. Chromium writes an element's position only if it's visible and a link leads to it. The
 * space below sections would move it to another page.
 */
const endLink = `<a id="${endId}" href="#${endId}" style="${endStyle}">.</a>`

type Image = { decode(): Promise<void> }

/**
 * Prints several times, because only printed pages show the start of each section, for the contents, and the end of the
 * report: one that leaves most of its last page empty is set more tightly, else more loosely.
 */
async function print(page: Page, report: Locator, canFit: () => boolean): Promise<Buffer> {
  await report.evaluate(async ({ ownerDocument: { fonts, images } }) => {
    await Promise.allSettled([fonts.ready, ...Array.from(images as Image[], (image) => image.decode())])
  })
  const setFit = (fit: string) =>
    report.evaluate((element, value) => {
      element.dataset.fit = value
    }, fit)

  await report.evaluate((element, html) => element.insertAdjacentHTML('beforeend', html), endLink)
  let best: { fit: string; layout: Layout } | undefined
  for (const fit of fits) {
    await setFit(fit)
    const layout = await layoutOf(await toPdf(page))
    if (!best || layout.filled > best.layout.filled) best = { fit, layout }
    if (layout.filled >= enough || !canFit()) break
  }
  if (best) {
    await setFit(best.fit)
    await report.evaluate((element, pages) => {
      for (const link of element.querySelectorAll('nav a[href^="#"]')) link.dataset.page = pages[link.hash.slice(1)]
    }, Object.fromEntries(best.layout.pages))
  }
  await page.locator(`#${endId}`).evaluate((element) => element.remove())
  return toPdf(page)
}

async function toPdf(page: Page): Promise<Buffer> {
  const bytes = await page.pdf({ preferCSSPageSize: true, printBackground: true, tagged: true, outline: true })
  if (bytes.length > maxBytes) throw new Error(`The PDF file has ${bytes.length} bytes.`)
  return bytes
}

type Layout = {
  /** The page, from 1, of each element that a link of the PDF file leads to, by its ID. */
  pages: Map<string, number>
  /** The part of the last page above the end of the report; 1 if the end isn't marked. */
  filled: number
}

export async function layoutOf(pdf: Buffer): Promise<Layout> {
  const document = await getDocumentProxy(new Uint8Array(pdf))
  try {
    const [, , , height = 0] = (await document.getPage(1)).view
    const pages = new Map<string, number>()
    let filled = 1
    for (const [id, [page, , , top]] of Object.entries(await document.getDestinations())) {
      pages.set(id, (await document.getPageIndex(page)) + 1)
      if (id === endId) filled = 1 - top / height
    }
    return { pages, filled }
  } finally {
    await document.loadingTask.destroy()
  }
}
