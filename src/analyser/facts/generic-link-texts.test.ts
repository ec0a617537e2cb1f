import { describe, expect, it } from 'vitest'
import { languagesOfGenericText, genericLanguages, listedLanguage } from './generic-link-texts.ts'

describe('generic link texts', () => {
  it.each([
    ['en', 'Click here'],
    ['en', 'READ MORE'],
    ['en', 'Learn more »'],
    ['en', '“here”'],
    ['en', 'More…'],
    ['en', '[more]'],
    ['en', '→ Read more →'],
    ['en', 'ｈｅｒｅ'],
    ['en', 'he\u00ADre'],
    ['de', 'Hier klicken'],
    ['de', 'Weiterlesen'],
    ['fr', 'En savoir plus'],
    ['fr', 'Plus d’infos'],
    ['fr', "plus d'infos"],
    ['es', 'AQUÍ'],
    ['es', 'aqui'],
    ['es', 'Ma\u0301s informacio\u0301n'],
    ['pt', 'Saiba mais'],
    ['it', 'Clicca qui!'],
    ['nl', 'Lees meer'],
    ['sv', 'Läs mer'],
    ['no', 'Les mer'],
    ['da', 'Læs mere'],
    ['fi', 'Lue lisää'],
    ['pl', 'Czytaj więcej'],
    ['cs', 'Více'],
    ['hu', 'Tovább'],
    ['ro', 'Citeşte mai mult'],
    ['ro', 'Citește mai mult'],
    ['ru', 'Подробнее'],
    ['ru', 'Еще'],
    ['uk', 'Детальніше'],
    ['bg', 'Виж повече'],
    ['el', 'ΠΕΡΙΣΣΟΤΕΡΑ'],
    ['tr', 'TIKLAYIN'],
    ['tr', 'İncele'],
    ['ja', 'こちら'],
    ['ja', '詳しくはこちら＞'],
    ['zh', '了解更多'],
    ['zh', '閱讀更多'],
    ['ko', '더보기'],
    ['ar', 'اقرأ المزيد'],
    ['fa', 'بیشتر'],
    ['he', 'לחצו כאן'],
    ['hi', 'और पढ़ें'],
    ['th', 'อ่านเพิ่มเติม'],
    ['vi', 'Xem thêm'],
    ['id', 'Selengkapnya'],
    ['ta', 'மேலும் அறிக'],
  ])('in %s are such as “%s”', (language, text) => {
    expect(languagesOfGenericText(text)?.has(language)).toBe(true)
  })

  it.each([
    'Lamps',
    'Click here to learn about lamps',
    'Moreover',
    'Hierarchie',
    'Here and there',
    'ランプはこちら',
    '',
    '→',
    '…',
    'constructor',
    '__proto__',
    'x'.repeat(5000),
  ])('are not such as “%.30s”', (text) => {
    expect(languagesOfGenericText(text)).toBeNull()
  })

  it('are told apart by language', () => {
    expect(languagesOfGenericText('das')).toEqual(new Set(['de']))
    expect(languagesOfGenericText('hier')?.has('nl')).toBe(true)
    expect(languagesOfGenericText('start')?.has('de')).toBe(false)
  })

  it('are listed for 35 languages and more, under the tags in use', () => {
    expect(genericLanguages.length).toBeGreaterThanOrEqual(35)
    expect(['de-AT', 'EN', 'nb', 'nn-NO', 'zh-Hant-TW', 'iw', 'sw', 'constructor', ''].map(listedLanguage)).toEqual([
      'de',
      'en',
      'no',
      'no',
      'zh',
      'he',
      null,
      null,
      null,
    ])
  })
})
