import { defineCheck, pass, warn } from '../define-check.ts'
import { areClose, primaryOf } from '../facts/language.ts'
import { isLanguageTag, languageName } from '../language-tag.ts'

/** With fewer words, the detected language is not certain enough. */
const minWords = 100

export const htmlLang = defineCheck({
  id: 'html-lang',
  name: 'Page language',
  aliases: ['lang attribute', 'html lang', 'accessibility'],
  titlePass: 'The page names its language',
  titleFail: 'The page does not name its language',
  why: 'Screen readers choose their pronunciation, and browsers their hyphenation and translation, by the language of the page.',
  how: 'Give the html element a lang attribute with a language tag, such as lang="en" or lang="pt-BR".',
  thresholds:
    'A missing, empty or malformed language tag (BCP 47) warns, as WCAG 3.1.1 asks for one. Google does not use it. Where the text plainly reads as another language, the evidence says so and nothing is judged by it.',
  reference: {
    label: 'W3C: Declaring language in HTML',
    url: 'https://www.w3.org/International/questions/qa-html-language-declarations',
  },
  grade: 'required',
  deduction: 'All of its points for any fault.',
  needs: ['document', 'words'],
  run({ document: { lang, htmlAt }, words }) {
    const detected = words.language !== null && words.count >= minWords ? words.language : null
    const note = detected === null ? {} : { note: `The text itself reads as ${languageName(detected)}.` }
    const evidence = htmlAt === null ? [] : [{ at: htmlAt, ...note }]
    if (lang === null) return warn({ extent: 1, value: null, evidence })
    if (lang.trim() === '')
      return warn({ extent: 1, value: '', title: 'The language of the page is left empty', evidence })
    if (!isLanguageTag(lang.trim()))
      return warn({
        extent: 1,
        value: lang,
        title: `The language of the page, ${lang.trim()}, is no valid language tag`,
        evidence,
      })
    const disagrees = detected !== null && !areClose(detected, primaryOf(lang) ?? detected)
    return pass({
      value: lang.trim(),
      title: `The page names its language: ${lang.trim()}`,
      ...(disagrees ? { evidence } : {}),
    })
  },
})
