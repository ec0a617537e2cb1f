import { defineCheck, notApplicable, pass, warn } from '../define-check.ts'

export const doctype = defineCheck({
  id: 'doctype',
  name: 'Doctype',
  aliases: ['quirks mode', 'HTML5 doctype'],
  titlePass: 'The page has an HTML doctype',
  titleFail: 'The page has no HTML doctype',
  why: 'Without it browsers lay the page out by the rules of the 1990s, called quirks mode. Some old doctypes keep a few of those rules.',
  how: 'Begin the document with <!doctype html>, before anything else.',
  thresholds:
    'No doctype, or one that sets quirks mode or limited quirks mode, warns (HTML standard; Lighthouse doctype). XHTML has no quirks mode and is not judged.',
  reference: {
    label: 'HTML standard: the DOCTYPE',
    url: 'https://html.spec.whatwg.org/multipage/syntax.html#the-doctype',
  },
  grade: 'required',
  needs: ['document', 'response'],
  withoutPlaces: true,
  run({ document: { doctype, mode }, response: { contentType } }) {
    if (contentType?.toLowerCase().startsWith('application/xhtml+xml'))
      return notApplicable('The page is XHTML, which needs no doctype')
    if (doctype === null) return warn({ value: null })
    const value = doctype.publicId || doctype.name || null
    if (mode === 'quirks') return warn({ value, title: 'The doctype puts browsers into quirks mode' })
    if (mode === 'limited-quirks') return warn({ value, title: 'The doctype puts browsers into limited quirks mode' })
    return pass({ value })
  },
})
