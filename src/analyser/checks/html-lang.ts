import { defineCheck, pass, warn } from '../define-check.ts'
import { isLanguageTag, languageName, registeredTag } from '../facts/language-tag.ts'
import { areClose, primaryOf } from '../facts/language.ts'

/** With fewer words, the detected language is not certain enough. */
const minWords = 100

/** Lists of names and terms, which have few whole sentences, read as any language. */
const maxWordsOfSentence = 50

export const texts = {
  empty: 'The lang attribute is empty',
  instead: (tag: string) => `Use ${tag}.`,
  differs: (declared: string, language: string) => `lang says ${declared}, but the text looks like ${language}`,
  looksLike: (language: string) => `The text looks like ${language}.`,
}

export const htmlLang = defineCheck({
  id: 'html-lang',
  name: 'Page language',
  aliases: ['lang attribute', 'html lang', 'wrong language', 'untranslated page', 'accessibility'],
  titlePass: 'The page declares its language',
  titleFail: 'The page doesn’t declare its language',
  titleAny: 'The page’s language is missing or wrong',
  faults: {
    empty: texts.empty,
    invalid: 'The page’s language tag isn’t valid',
    differs: 'The text isn’t in the language that the page declares',
  },
  why: 'Screen readers use the language to choose pronunciation. Browsers use it for hyphenation and translation.',
  how: 'Add a lang attribute to the html element, such as <html lang="en"> or <html lang="pt-BR">. If the text is in another language, correct the attribute or translate the text.',
  action: 'State the language of the page',
  effort: 'minutes',
  thresholds:
    'Pass: a valid language tag that fits the text. Warning: missing, empty, malformed, or with a subtag that IANA’s registry doesn’t have (BCP 47; WCAG 3.1.1); or a text of at least 100 words, most of them in sentences, that looks like another language. Close languages, such as Danish and Norwegian, count as one. Google doesn’t use the tag.',
  reference: {
    label: 'W3C: Declaring language in HTML',
    url: 'https://www.w3.org/International/questions/qa-html-language-declarations',
  },
  grade: 'required',
  deduction: 'All of them for a missing or invalid tag, half for a text in another language.',
  needs: ['document', 'words'],
  run({ document: { lang, htmlAt }, words }) {
    const isCertain = words.count >= minWords && words.count <= words.sentences * maxWordsOfSentence
    const detected = isCertain ? words.language : null
    const note = detected === null ? {} : { note: texts.looksLike(languageName(detected)) }
    const evidence = htmlAt === null ? [] : [{ at: htmlAt, ...note }]
    if (lang === null) return warn({ extent: 1, value: null, evidence })
    if (lang.trim() === '') return warn({ extent: 1, value: '', fault: 'empty', evidence })
    const instead = registeredTag(lang.trim())
    if (!isLanguageTag(lang.trim()))
      return warn({
        extent: 1,
        value: lang,
        fault: 'invalid',
        title: `“${lang.trim()}” isn’t a valid language tag`,
        evidence: instead === null ? evidence : evidence.map((item) => ({ ...item, note: texts.instead(instead) })),
      })
    const declared = primaryOf(lang)
    if (detected !== null && declared !== null && !areClose(detected, declared))
      return warn({
        value: lang.trim(),
        fault: 'differs',
        title: texts.differs(languageName(declared), languageName(detected)),
        evidence,
      })
    return pass({ value: lang.trim(), title: `The page declares its language: ${lang.trim()}` })
  },
})
