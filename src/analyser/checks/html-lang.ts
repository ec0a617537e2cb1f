import { defineCheck, pass, warn } from '../define-check.ts'
import { isLanguageTag } from '../language-tag.ts'

export const htmlLang = defineCheck({
  id: 'html-lang',
  titlePass: 'The page names its language',
  titleFail: 'The page does not name its language',
  why: 'Screen readers choose their pronunciation, and browsers their hyphenation and translation, by the language of the page.',
  how: 'Give the html element a lang attribute with a language tag, such as lang="en" or lang="pt-BR".',
  thresholds: 'A missing, empty or malformed language tag (BCP 47) warns, as WCAG 3.1.1 asks for one. Google does not use it.',
  reference: { label: 'W3C: Declaring language in HTML', url: 'https://www.w3.org/International/questions/qa-html-language-declarations' },
  grade: 'required',
  needs: ['document'],
  run({ document: { lang, htmlAt } }) {
    const evidence = htmlAt === null ? [] : [{ at: htmlAt }]
    if (lang === null) return warn({ value: null, evidence })
    if (lang.trim() === '') return warn({ value: '', title: 'The language of the page is left empty', evidence })
    if (!isLanguageTag(lang.trim())) return warn({ value: lang, title: `The language of the page, ${lang.trim()}, is no valid language tag`, evidence })
    return pass({ value: lang.trim(), title: `The page names its language: ${lang.trim()}` })
  },
})
