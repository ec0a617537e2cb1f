import { defineCheck, fail, notApplicable, pass, warn } from '../define-check.ts'
import { isXhtml } from '../facts/headers.ts'

export const texts = {
  broken: (line: number) => `The XHTML isn’t well-formed from line ${line}`,
  quirks: 'The doctype triggers quirks mode',
  limitedQuirks: 'The doctype triggers limited-quirks mode',
}

export const doctype = defineCheck({
  id: 'doctype',
  name: 'Doctype',
  aliases: ['quirks mode', 'HTML5 doctype'],
  titlePass: 'The page has an HTML doctype',
  titleFail: 'The page has no HTML doctype',
  why: 'Without a doctype, browsers use quirks mode, which follows 1990s layout rules. Some old doctypes trigger parts of it.',
  how: 'Start the document with <!doctype html>. Put nothing before it.',
  action: 'Declare the page as modern HTML',
  effort: 'minutes',
  thresholds:
    'Pass: a doctype without quirks mode. Warning: no doctype, or one that triggers quirks or limited-quirks mode. XHTML needs none. Fail: XHTML that isn’t well-formed, of which browsers show only the beginning. Based on the HTML standard and Lighthouse (doctype).',
  reference: {
    label: 'HTML standard: the DOCTYPE',
    url: 'https://html.spec.whatwg.org/multipage/syntax.html#the-doctype',
  },
  grade: 'required',
  needs: ['document', 'response'],
  withoutLocations: true,
  run({ document: { doctype, mode, brokenAt }, response: { contentType } }) {
    if (brokenAt) return fail({ value: null, title: texts.broken(brokenAt) })
    if (isXhtml(contentType)) return notApplicable('The page is XHTML, which doesn’t need a doctype')
    if (doctype === null) return warn({ value: null })
    const value = doctype.publicId || doctype.name || null
    if (mode === 'quirks') return warn({ value, title: texts.quirks })
    if (mode === 'limited-quirks') return warn({ value, title: texts.limitedQuirks })
    return pass({ value })
  },
})
