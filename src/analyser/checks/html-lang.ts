import { defineCheck, pass, warn } from '../define-check.ts'
import { isLanguageTag, languageName, registeredTag } from '../facts/language-tag.ts'
import { minWordsOfLanguage } from './text-language.ts'

export const texts = {
  empty: 'The lang attribute is empty',
  instead: (tag: string) => `Use ${tag}.`,
  looksLike: (language: string) => `The text looks like ${language}.`,
}

export const htmlLang = defineCheck({
  id: 'html-lang',
  name: 'Page language',
  aliases: ['lang attribute', 'html lang', 'accessibility'],
  titlePass: 'The page declares its language',
  titleFail: 'The page doesn’t declare its language',
  why: 'Screen readers use the language to choose pronunciation. Browsers use it for hyphenation and translation.',
  how: 'Add a lang attribute to the html element, such as <html lang="en"> or <html lang="pt-BR">.',
  action: 'State the language of the page',
  effort: 'minutes',
  thresholds:
    'Pass: a valid language tag. Warning: missing, empty, malformed, or with a subtag that IANA’s registry doesn’t have (BCP 47; WCAG 3.1.1). Google doesn’t use the tag.',
  reference: {
    label: 'W3C: Declaring language in HTML',
    url: 'https://www.w3.org/International/questions/qa-html-language-declarations',
  },
  grade: 'required',
  deduction: 'All of them for any fault.',
  needs: ['document', 'words'],
  run({ document: { lang, htmlAt }, words }) {
    const detected = words.language !== null && words.count >= minWordsOfLanguage ? words.language : null
    const note = detected === null ? {} : { note: texts.looksLike(languageName(detected)) }
    const evidence = htmlAt === null ? [] : [{ at: htmlAt, ...note }]
    if (lang === null) return warn({ extent: 1, value: null, evidence })
    if (lang.trim() === '') return warn({ extent: 1, value: '', title: texts.empty, evidence })
    const instead = registeredTag(lang.trim())
    if (!isLanguageTag(lang.trim()))
      return warn({
        extent: 1,
        value: lang,
        title: `“${lang.trim()}” isn’t a valid language tag`,
        evidence: instead === null ? evidence : evidence.map((item) => ({ ...item, note: texts.instead(instead) })),
      })
    return pass({ value: lang.trim(), title: `The page declares its language: ${lang.trim()}` })
  },
})
