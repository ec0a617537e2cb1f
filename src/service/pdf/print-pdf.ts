import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, BrowserFailed, startBrowser } from './browser-pipe.ts'

const maxMs = 60_000
/** How long, in ms, the page can take until the document in it is complete. */
const maxLoadingMs = 20_000
/**
 * How long after its start, in ms, a document is printed with another fit, so that a large one can still be printed.
 */
const maxFittingMs = 20_000
const maxBytes = 30 * 1024 * 1024

/** The page could not be printed in time, didn't become a document, or is too large. */
export class NotPrinted extends Error {
  override name = 'NotPrinted'
}

/**
 * Prints the client report at `url` with a new, empty profile. Everything but its own origin goes to a proxy that does
 * not exist, so the browser reaches nothing else. It is killed after a minute, and when `signal` aborts.
 * @throws NotPrinted
 */
export async function printPdf(
  chromium: string,
  url: string,
  signal: AbortSignal,
  { loadingMs = maxLoadingMs, fittingMs = maxFittingMs } = {},
): Promise<Buffer> {
  const start = performance.now()
  const profile = await mkdtemp(join(tmpdir(), 'seo-reports-pdf-'))
  const browser = startBrowser(chromium, optionsOf(url, profile), AbortSignal.any([signal, AbortSignal.timeout(maxMs)]))
  try {
    return await print(browser, url, loadingMs, () => performance.now() - start < fittingMs)
  } catch (error) {
    throw error instanceof BrowserFailed ? new NotPrinted(error.message) : error
  } finally {
    browser.stop()
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
}

const optionsOf = (url: string, profile: string) => [
  '--headless',
  // Chromium's sandbox does not work for root.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-extensions',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--no-pings',
  '--proxy-server=127.0.0.1:9',
  `--proxy-bypass-list=<-loopback>;${new URL(url).host}`,
  '--js-flags=--max-old-space-size=512',
  `--user-data-dir=${profile}`,
]

/** How closely the style sheet of a client report sets it. */
const fits = ['normal', 'tight', 'loose'] as const

/** The part of the last page that should be filled. */
const enough = 0.3

/**
 * Prints several times, because only the printed pages say where each section begins, whose pages the contents name,
 * and where the report ends: one that leaves most of its last page empty is set more tightly, else more loosely.
 */
async function print(browser: Browser, url: string, loadingMs: number, canFit: () => boolean): Promise<Buffer> {
  const { targetId } = await browser.send<{ targetId: string }>('Target.createTarget', { url: 'about:blank' })
  const attached = { targetId, flatten: true }
  const { sessionId } = await browser.send<{ sessionId: string }>('Target.attachToTarget', attached)
  const evaluate = async (expression: string) => {
    const request = { expression, awaitPromise: true, returnByValue: true }
    return (await browser.send<{ result: { value?: unknown } }>('Runtime.evaluate', request, sessionId)).result.value
  }
  const { errorText } = await browser.send<{ errorText?: string }>('Page.navigate', { url }, sessionId)
  if (errorText) throw new NotPrinted(errorText)
  if ((await evaluate(untilComplete(loadingMs))) !== true)
    throw new NotPrinted("The page didn't become a client report.")
  const setFit = (fit: string) => evaluate(`${article}.dataset.fit = ${JSON.stringify(fit)}`)
  await evaluate(`${article}.insertAdjacentHTML('beforeend', ${JSON.stringify(endLink)})`)
  let best: { fit: string; filled: number; pages: Map<string, number> } | undefined
  for (const fit of fits) {
    await setFit(fit)
    const pdf = await toPdf(browser, sessionId)
    const filled = lastPageFilled(pdf)
    if (!best || filled > best.filled) best = { fit, filled, pages: pagesOfAnchors(pdf) }
    if (filled >= enough || !canFit()) break
  }
  await setFit(best?.fit ?? '')
  await evaluate(`document.getElementById(${JSON.stringify(endId)}).remove()
    for (const [id, page] of ${JSON.stringify([...(best?.pages ?? [])])})
      for (const link of document.querySelectorAll('nav a[href="#' + CSS.escape(id) + '"]')) link.dataset.page = page`)
  return toPdf(browser, sessionId)
}

const article = `document.querySelector('[data-client-report]')`
const endId = 'end-of-report'
const endStyle = 'display: block; width: 1px; height: 1px; margin: 0; padding: 0; overflow: hidden'
/**
 * Chromium writes where an anchor is only if it is visible and a link leads to it. The space below sections would move
 * it to another page.
 */
const endLink = `<a id="${endId}" href="#${endId}" style="${endStyle}">.</a>`

/** Waits for the mark of a complete client report, its fonts and its logo. False if it does not appear. */
const untilComplete = (loadingMs: number) => `new Promise((resolve) => {
  const end = Date.now() + ${loadingMs}
  const check = () => {
    if (document.querySelector('[data-client-report="complete"]'))
      Promise.allSettled([document.fonts.ready, ...Array.from(document.images, (image) => image.decode())])
        .then(() => resolve(true))
    else if (Date.now() > end) resolve(false)
    else setTimeout(check, 50)
  }
  check()
})`

async function toPdf(browser: Browser, sessionId: string): Promise<Buffer> {
  const options = { preferCSSPageSize: true, printBackground: true, generateTaggedPDF: true }
  const { data } = await browser.send<{ data: string }>(
    'Page.printToPDF',
    { ...options, generateDocumentOutline: true },
    sessionId,
  )
  const bytes = Buffer.from(data, 'base64')
  if (bytes.length > maxBytes) throw new NotPrinted(`The PDF file has ${bytes.length} bytes.`)
  return bytes
}

type Anchor = { id: string; page: number; y: number }

/**
 * Returns the anchors that links of the PDF file lead to, their pages from 1 and their heights above the bottom. It
 * reads files of Chromium only: these contain their pages in order and compress nothing but the content of pages.
 */
function anchorsOf(text: string): Anchor[] {
  const pages = [...text.matchAll(/^(\d+) 0 obj\s*<<\s*\/Type \/Page\b(?!s)/gm)].map(([, object]) => object)
  const anchors = [...text.matchAll(/^(?:<<)?\/([\w-]+) \[(\d+) 0 R \/XYZ \S+ ([\d.]+)/gm)]
  return anchors.flatMap(([, id = '', object, y]) => {
    const index = pages.indexOf(object)
    return index < 0 ? [] : [{ id, page: index + 1, y: Number(y) }]
  })
}

/** Returns the page, from 1, of each anchor that a link of the PDF file leads to, by its ID. */
export const pagesOfAnchors = (pdf: Buffer) =>
  new Map(anchorsOf(pdf.toString('latin1')).map(({ id, page }) => [id, page] as const))

/** Returns the part of the last page above the end of the report; 1 if the end isn't marked in the file. */
export function lastPageFilled(pdf: Buffer): number {
  const text = pdf.toString('latin1')
  const end = anchorsOf(text).find(({ id }) => id === endId)
  const [, height] = /\/MediaBox \[0 0 [\d.]+ ([\d.]+)\]/.exec(text) ?? []
  return end && height ? 1 - end.y / Number(height) : 1
}
