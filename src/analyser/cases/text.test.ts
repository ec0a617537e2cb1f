import { describe, expect, it } from 'vitest'
import { analyseCase, type Case, type Change, expectCase } from '#testing/pages/check-page.ts'
import { fetchedPageOf } from '#testing/pages/fetched-page.ts'
import { encode, utf16 } from '#testing/pages/large-pages.ts'
import { soundHtml, soundParts } from '#testing/pages/sound-page.ts'
import { collectFacts } from '../facts/collect.ts'

const { charset } = soundParts
/** A page in the given bytes, without a charset in its header. */
const sent = (body: Uint8Array, type: string | null = 'text/html'): Change => ({
  page: { body },
  headers: { 'content-type': type },
})
const written = (title: string, declaration: string, encoding: string) =>
  encode(soundHtml({ title: `<title>${title}</title>`, charset: declaration }), encoding)
const russian = 'Садовые лампы из меди'
const titled = (title: string, outcome: 'pass' | 'warn' = 'pass', note: RegExp = /declares/) =>
  ({ 'title-present': ['pass', title], charset: [outcome, note] }) as const

const encodings: Case[] = [
  ['UTF-8 by header alone', { charset: '' }, {}],
  [
    'UTF-8 by its byte order mark alone',
    sent(Buffer.concat([Buffer.from('\uFEFF'), Buffer.from(soundHtml({ charset: '' }))])),
    {},
  ],
  [
    'Cyrillic in windows-1251 by header',
    sent(written(russian, '', 'windows-1251'), 'text/html; charset=windows-1251'),
    titled(russian),
  ],
  ['Cyrillic in KOI8-R by meta', sent(written(russian, '<meta charset=koi8-r>', 'koi8-r')), titled(russian)],
  [
    'Japanese in Shift_JIS by http-equiv',
    sent(
      written(
        '銅とガラスの庭園ランプ',
        '<meta http-equiv="Content-Type" content="text/html; charset=Shift_JIS">',
        'shift_jis',
      ),
    ),
    titled('銅とガラスの庭園ランプ'),
  ],
  [
    'Japanese in EUC-JP, quoted in the header',
    sent(written('銅とガラスの庭園ランプ', '', 'euc-jp'), 'text/html;charset="EUC-JP"'),
    titled('銅とガラスの庭園ランプ'),
  ],
  [
    'Chinese in GBK declared as gb2312',
    sent(written('铜制花园灯与玻璃灯具', '<meta charset="gb2312">', 'gbk')),
    titled('铜制花园灯与玻璃灯具'),
  ],
  [
    'Chinese in Big5',
    sent(written('銅製花園燈與玻璃燈具', '<meta charset="Big5">', 'big5')),
    titled('銅製花園燈與玻璃燈具'),
  ],
  [
    'Korean in EUC-KR',
    sent(written('구리와 유리로 만든 정원등', '<meta charset="euc-kr">', 'euc-kr')),
    titled('구리와 유리로 만든 정원등'),
  ],
  [
    'Hebrew in windows-1255',
    sent(written('מנורות גינה מנחושת', '<meta charset="windows-1255">', 'windows-1255')),
    titled('מנורות גינה מנחושת'),
  ],
  [
    'Turkish in ISO-8859-9',
    sent(written('Bakır bahçe lambaları ışıl ışıl', '<meta charset="iso-8859-9">', 'iso-8859-9')),
    titled('Bakır bahçe lambaları ışıl ışıl'),
  ],
  [
    'what is called ISO-8859-1 is windows-1252',
    sent(written('Lampes de jardin “cuivre” à 49 €', '<meta charset="iso-8859-1">', 'windows-1252')),
    titled('Lampes de jardin “cuivre” à 49 €'),
  ],
  ['UTF-16 with a byte order mark', sent(utf16(soundHtml({ charset: '' }), 'le')), { charset: ['pass', 'utf-16le'] }],
  [
    'big-endian UTF-16 against a header that says UTF-8',
    sent(utf16(soundHtml({ charset: '' }), 'be'), 'text/html; charset=utf-8'),
    { charset: ['fail', 'utf-16be'] },
  ],
  [
    'UTF-16 by header without a byte order mark',
    sent(utf16(soundHtml({ charset: '' }), 'le', false), 'text/html; charset=utf-16le'),
    { charset: ['pass', 'utf-16le'] },
  ],
  [
    'UTF-16 in a meta element means UTF-8',
    sent(Buffer.from(soundHtml({ charset: '<meta charset="utf-16">', title: `<title>${russian}</title>` }))),
    titled(russian),
  ],
  [
    'ignores UTF-7 as an encoding',
    sent(
      Buffer.from(
        soundHtml({ charset: '<meta charset="utf-7">', title: '<title>+ADw-script+AD4- Garden lamps</title>' }),
      ),
    ),
    titled('+ADw-script+AD4- Garden lamps', 'warn', /utf-7/),
  ],
  [
    'an encoding nobody knows, in the header, leaves the word to the meta element',
    sent(written(russian, '<meta charset="windows-1251">', 'windows-1251'), 'text/html; charset=klingon'),
    titled(russian),
  ],
  [
    'header and meta element contradict each other',
    { charset: '<meta charset="iso-8859-5">' },
    { charset: ['fail', /iso-8859-5/] },
  ],
  [
    'nothing declared, and it is UTF-8',
    sent(Buffer.from(soundHtml({ charset: '', title: `<title>${russian}</title>` }))),
    titled(russian, 'warn', /utf-8/),
  ],
  [
    'nothing declared, and it is not',
    sent(written('Lampes de jardin été', '', 'windows-1252')),
    titled('Lampes de jardin été', 'warn', /windows-1252/),
  ],
  [
    'declared behind 1024 bytes of comment',
    sent(Buffer.from(soundHtml({ doctype: `<!doctype html><!--${' '.repeat(1100)}-->` }))),
    { charset: ['warn', /1,024/] },
  ],
  [
    'ignores a charset declaration in a comment',
    sent(Buffer.from(soundHtml({ charset: `<!-- ${charset} -->` }))),
    { charset: 'warn' },
  ],
  [
    'bytes that are not UTF-8 become replacement characters',
    {
      page: {
        body: Buffer.concat([
          Buffer.from(soundHtml().split('Garden lamps of copper and glass</title>')[0] ?? ''),
          Buffer.from([0xff, 0xc0]),
          Buffer.from('Garden lamps</title>'),
        ]),
      },
    },
    { 'title-present': ['pass', '��Garden lamps'], '*': 'pass' },
  ],
  [
    'a NUL in the title',
    { title: '<title>Garden\0 lamps of copper</title>' },
    { 'title-present': ['pass', 'Garden\uFFFD lamps of copper'], charset: ['fail', /garbled/] },
  ],
]

it.each(encodings)('encodings: %s', (...row) => expectCase(row))

const words = (html: string, lang = '') => {
  const { words: facts } = collectFacts(
    fetchedPageOf({ html: `<!doctype html><html${lang && ` lang="${lang}"`}><title>x</title>${html}` }),
  ).facts
  return { count: facts.count, language: facts.language }
}

describe('words', () => {
  it.each([
    ['English', 'One two three', 3],
    ['numbers, signs and contractions', 'It’s 3.50 € — isn’t it? (e-mail: a@b.example)', 7],
    ['words cut by markup', '<p>gar<b>den</b> l<i>amp</i></p>', 2],
    ['words parted by line breaks and cells', 'one<br>two<table><tr><td>three<td>four</table>', 4],
    ['soft hyphens and zero-width characters', 'gar&shy;den lamp&#8203;shade', 3],
    ['Chinese', '我们在花园里点亮铜灯', 6],
    ['Japanese', '庭のランプは夜道を照らします', 8],
    ['Korean', '우리는 정원에 등을 켭니다', 4],
    ['Thai', 'เราจุดโคมไฟในสวนทุกคืน', 6],
    ['Hindi', 'हम हर रात बगीचे में दीपक जलाते हैं', 8],
    ['Arabic with vowel signs', 'نُضِيءُ الْحَدِيقَةَ كُلَّ لَيْلَةٍ', 4],
    ['Hebrew', 'אנחנו מדליקים מנורות בגינה', 4],
    ['Greek', 'Ανάβουμε λάμπες στον κήπο', 4],
    ['combining marks', 'e\u0301te\u0301 n\u0303u', 2],
    ['emoji alone', '🌱 🌿 👩‍🌾', 0],
    ['punctuation alone', '— … !!! ()', 0],
    ['nothing', '', 0],
    ['what only scripts write', '<script>document.write("one two three")</script><noscript>four</noscript>', 0],
    ['frames and fallbacks', '<iframe>one two</iframe><video>three</video><object>four</object>', 1],
  ])('of %s', (_, html, expected) => {
    const { count } = words(html)
    expect(Math.abs(count - expected)).toBeLessThanOrEqual(/Chinese|Japanese|Thai|numbers/.test(_) ? 2 : 0)
  })

  it.each([
    [
      'de',
      'Wir löten jede Lampe von Hand und prüfen sie im Regen, bevor sie das Haus verlässt. Kupfer wird mit den Jahren grün, und das Glas bleibt klar.',
    ],
    [
      'fr',
      'Chaque lampe est soudée à la main et essayée sous la pluie avant de quitter la maison. Le cuivre verdit avec les années, et le verre reste clair.',
    ],
    [
      'es',
      'Cada lámpara se suelda a mano y se prueba bajo la lluvia antes de salir de la casa. El cobre se vuelve verde con los años y el vidrio queda claro.',
    ],
    [
      'ru',
      'Каждую лампу мы паяем вручную и проверяем под дождём, прежде чем она покинет дом. Медь с годами зеленеет, а стекло остаётся прозрачным.',
    ],
    [
      'el',
      'Κάθε λάμπα κολλιέται στο χέρι και δοκιμάζεται στη βροχή πριν φύγει από το σπίτι. Ο χαλκός πρασινίζει με τα χρόνια και το γυαλί μένει καθαρό.',
    ],
    [
      'tr',
      'Her lamba elde lehimlenir ve evden çıkmadan önce yağmurda denenir. Bakır yıllar içinde yeşile döner, cam ise her zaman berrak kalır. Bu lambalar için bir kablo gerekir ve çok az enerji harcar.',
    ],
    [
      'ja',
      '庭のランプは一つ一つ手で作られ、家を出る前に雨の中で試されます。銅は年とともに緑になり、ガラスは澄んだままです。',
    ],
    ['zh', '每一盏灯都是手工焊接的，离开我们的房子之前都在雨中测试过。铜会随着岁月变绿，而玻璃一直保持清澈。'],
    [
      'ko',
      '모든 등은 손으로 만들고 집을 떠나기 전에 비를 맞으며 시험합니다. 구리는 세월이 지나면 푸르게 변하고 유리는 맑게 남습니다. 작은 등은 세 걸음마다 길가에 서 있습니다.',
    ],
    ['th', 'โคมไฟทุกดวงทำด้วยมือและทดสอบกลางสายฝนก่อนออกจากบ้าน ทองแดงจะเป็นสีเขียวเมื่อเวลาผ่านไป และแก้วยังคงใส'],
    [
      'ar',
      'كل مصباح يصنع باليد ويختبر تحت المطر قبل أن يغادر البيت. النحاس يصبح أخضر مع السنين والزجاج يبقى صافيا. وهذه المصابيح الصغيرة تضيء الطريق في الليل.',
    ],
    [
      'he',
      'כל מנורה נעשית ביד ונבדקת בגשם לפני שהיא עוזבת את הבית. הנחושת הופכת לירוקה עם השנים והזכוכית נשארת צלולה. מנורות קטנות עומדות לאורך השביל.',
    ],
    [
      'hi',
      'हर दीपक हाथ से बनाया जाता है और घर से निकलने से पहले बारिश में परखा जाता है। तांबा समय के साथ हरा हो जाता है और कांच साफ रहता है।',
    ],
  ])('tell the language %s where the page does not name it', (language, text) => {
    expect(words(`<p>${text}</p>`)).toMatchObject({
      language,
      count: expect.toSatisfy((count: number) => count >= 20 && count <= 40),
    })
    expect(words(`<p>${text}</p>`, 'en').language).toBe(language)
  })
})

it('warns of a text in another language than the page names', () => {
  const text = `<p>${'Wir löten jede Lampe von Hand und prüfen sie im Regen, bevor sie das Haus verlässt. '.repeat(9)}</p>`
  expect(analyseCase({ text }).results['html-lang']).toMatchObject({
    outcome: 'warn',
    title: 'lang says English, but the text looks like German',
  })
})
