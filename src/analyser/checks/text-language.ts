import { defineCheck, notApplicable, pass, warn } from '../define-check.ts'
import { isLanguageTag, languageName } from '../facts/language-tag.ts'
import { areClose, primaryOf } from '../facts/language.ts'

/** With fewer words, the detected language is not certain enough. */
export const minWordsOfLanguage = 100

/** Lists of names and terms, which have few whole sentences, read as any language. */
const maxWordsOfSentence = 50

export const texts = {
  noTag: 'The page declares no language to compare',
  tooShort: 'The page has too little text to tell its language',
  differs: (declared: string, language: string) => `lang says ${declared}, but the text looks like ${language}`,
}

export const textLanguage = defineCheck({
  id: 'text-language',
  name: 'Language of the text',
  aliases: ['lang attribute', 'wrong language', 'untranslated page', 'html lang'],
  titlePass: 'The text is in the declared language',
  titleFail: 'The text isn’t in the declared language',
  why: 'Screen readers and translators use the declared language. A page with the wrong text was often not translated, or has the tag of its template.',
  how: 'Translate the text, or correct the lang attribute of the html element, such as <html lang="de">.',
  action: 'State the language in which the page is written, or translate it',
  effort: 'minutes',
  thresholds:
    'Warning: a text of at least 100 words, most of them in sentences, looks like another language than the lang attribute names. Close languages, such as Danish and Norwegian, count as one. Google doesn’t use the tag. Not applicable: no valid tag, or too little text.',
  reference: {
    label: 'W3C: Declaring language in HTML',
    url: 'https://www.w3.org/International/questions/qa-html-language-declarations',
  },
  grade: 'required',
  needs: ['document', 'words'],
  run({ document: { lang, htmlAt }, words }) {
    const tag = lang?.trim() ?? ''
    const declared = primaryOf(lang)
    if (declared === null || !isLanguageTag(tag)) return notApplicable(texts.noTag)
    const { language } = words
    if (language === null || words.count < minWordsOfLanguage || words.count > words.sentences * maxWordsOfSentence)
      return notApplicable(texts.tooShort)
    if (areClose(language, declared)) return pass({ value: tag })
    return warn({
      value: tag,
      title: texts.differs(languageName(declared), languageName(language)),
      evidence: htmlAt === null ? [] : [{ at: htmlAt }],
    })
  },
})
