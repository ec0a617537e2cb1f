import type { Header } from '#analyser/crawl.ts'
import { valuesOf } from './reply.ts'

const htmlTypes = new Set(['text/html', 'application/xhtml+xml'])
const noTypes = new Set(['unknown/unknown', 'application/unknown', '*/*'])

/** As https://mimesniff.spec.whatwg.org recognises an HTML document; a space or `>` follows. */
const htmlBeginnings =
  /^(?:<!--|<(?:!doctype html|html|head|body|title|script|style|iframe|h1|div|p|a|b|br|font|table)[\s>])/i

export type PageType = 'html' | 'pdf' | 'other' | 'unsaid'

export function declaredType(headers: readonly Header[]): PageType {
  const essences = valuesOf(headers, 'content-type').map((value) => value.split(';')[0]?.trim().toLowerCase() ?? '')
  const essence = essences.findLast((text) => /^[^\s/]+\/[^\s/]+$/.test(text))
  if (essence === undefined || noTypes.has(essence)) return 'unsaid'
  if (htmlTypes.has(essence)) return 'html'
  return essence === 'application/pdf' || essence === 'application/x-pdf' ? 'pdf' : 'other'
}

/** What a body is once it is here: a PDF stays one whatever its header says, and an empty body is an empty page. */
export function typeOfBody(declared: PageType, body: Uint8Array): PageType {
  const beginning = Buffer.from(body.subarray(0, 1_024)).toString('latin1')
  const text = beginning
    .replace(/^(?:\xEF\xBB\xBF|\xFF\xFE|\xFE\xFF)/, '')
    .replaceAll('\0', '')
    .trimStart()
  if (text.startsWith('%PDF-')) return 'pdf'
  if (declared !== 'unsaid') return declared
  return text === '' || htmlBeginnings.test(text) ? 'html' : 'other'
}
