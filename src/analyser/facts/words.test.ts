import { describe, expect, it } from 'vitest'
import { readWords } from './words.ts'

const filler =
  'Nobody knows when trams first climbed these steep wooded hills above town, though plenty claim they do. '
const termsOf = (text: string, lang: string | null = 'en') => readWords(text, lang).terms.items

describe('terms', () => {
  it('are words and phrases, the most frequent first, with their share of all words', () => {
    const terms = termsOf(`${filler.repeat(10)} ${'The garden lamp shines. '.repeat(20)}`)
    expect(terms.slice(0, 3)).toEqual([
      { term: 'garden lamp shines', count: 20, share: 8 },
      { term: 'garden lamp', count: 20, share: 8 },
      { term: 'lamp shines', count: 20, share: 8 },
    ])
    expect(terms.map(({ term }) => term)).toContain('lamp')
  })

  it('neither begin nor end in a stop word, and may have one within', () => {
    const terms = termsOf(`${filler.repeat(8)} ${'We sell lamps for gardens. '.repeat(9)}`).map(({ term }) => term)
    expect(terms).toContain('lamps for gardens')
    expect(terms).not.toContain('for gardens')
    expect(terms).not.toContain('we')
  })

  it('may begin with the word that came last', () => {
    expect(termsOf(`${filler.repeat(8)} Lamps lamps ${'zinc lamps! '.repeat(9)}`)[0]).toMatchObject({ term: 'lamps' })
    expect(termsOf(`${filler.repeat(8)} Lamps lamps ${'zinc lamps! '.repeat(9)}`)).toContainEqual(
      expect.objectContaining({ term: 'zinc lamps', count: 9 }),
    )
  })

  it('do not reach over the end of a sentence', () => {
    expect(
      termsOf(`${filler.repeat(8)} ${'Buy lamps. Gardens wait. '.repeat(9)}`).map(({ term }) => term),
    ).not.toContain('lamps gardens')
  })

  it('are no numbers', () => {
    expect(termsOf(filler.repeat(8) + '99.90 2026 '.repeat(50)).filter(({ term }) => /^\d/.test(term))).toEqual([])
  })

  it('count l’homme as homme, and the lamp’s as the lamp', () => {
    const french = 'Nous savons que la ville est belle et que les gens y sont heureux, mais pas toujours. '.repeat(8)
    expect(termsOf(`${french} ${'L’homme arrive. Un homme part. '.repeat(9)}`, 'fr')).toContainEqual(
      expect.objectContaining({ term: 'homme', count: 18 }),
    )
    expect(termsOf(`${filler.repeat(8)} ${'The lamp’s light. '.repeat(9)}`)).toContainEqual(
      expect.objectContaining({ term: 'lamp', count: 9 }),
    )
  })

  it.each([
    [
      'de',
      'Die Lampe steht im Garten, und sie leuchtet auch bei Regen für alle, die noch spät nach Hause kommen. ',
      'lampe',
    ],
    [
      'ru',
      'Наша лампа стоит в саду и светит всем, кто поздно возвращается домой под дождем, а утром она снова гаснет до вечера. ',
      'лампа',
    ],
    ['ja', '庭園のランプは夜の散歩道を明るく照らすために作られました。', 'ランプ'],
    ['zh', '花园里的灯笼照亮了夜晚的小路，所有人都可以在这里散步。', '灯笼'],
    ['ar', 'المصباح في الحديقة يضيء الطريق لكل من يعود إلى البيت في المساء. ', 'المصباح'],
  ])('in %s', (_, sentence, term) => {
    expect(termsOf(sentence.repeat(15), null).map((one) => one.term)).toContain(term)
  })

  it('are none in short texts, and in languages whose small words are unknown', () => {
    expect(termsOf('lamp '.repeat(99))).toEqual([])
    expect(termsOf('lamp '.repeat(100))).not.toEqual([])
    expect(
      termsOf(
        'Tunafungua kila siku kuanzia saa nne hadi saa kumi na mbili na unaweza kutupigia simu wakati wowote. '.repeat(
          15,
        ),
        null,
      ),
    ).toEqual([])
  })

  it('are few, with their true number', () => {
    const { items, total } = readWords(Array.from({ length: 1000 }, (_, at) => `word${at % 90}`).join('! '), 'en').terms
    expect([items.length, total]).toEqual([20, 90])
  })
})

describe('reading ease', () => {
  const simple = 'The cat sat on the mat. The dog ran to the cat. It was a hot day. We all went out to play. '
  const difficult =
    'Institutional considerations notwithstanding, comprehensive organisational transformation necessitates interdisciplinary collaboration between administrative representatives and international stakeholders. '

  it('is high for short words and sentences, and low for long ones', () => {
    expect(readWords(simple.repeat(10), 'en').readingEase).toBeGreaterThan(90)
    expect(readWords(difficult.repeat(10), 'en').readingEase).toBe(0)
  })

  it.each([
    [
      'de',
      'Der Hund läuft in den Garten. Dort liegt ein Ball unter dem Baum. Das Kind wirft ihn weit weg. Der Hund holt ihn und freut sich sehr. ',
    ],
    [
      'fr',
      'Le chien court dans le jardin. Il y a une balle sous un arbre. La petite fille la lance très loin. Le chien la rapporte et il est content. ',
    ],
    [
      'es',
      'El perro corre en el jardín. Hay una pelota bajo el árbol. La niña la tira muy lejos. El perro la trae y está contento. ',
    ],
    [
      'it',
      'Il cane corre nel giardino. Sotto un albero si trova la palla. La bambina la lancia molto lontano. Il cane la riporta ed è contento. ',
    ],
    [
      'nl',
      'De hond loopt in de tuin. Er ligt een bal onder de boom. Het kind gooit hem heel ver weg. De hond haalt hem en is blij. ',
    ],
    [
      'pt',
      'O cão corre no jardim. Há uma bola debaixo da árvore. A menina atira a bola para longe. O cão traz a bola e fica contente. ',
    ],
    [
      'ru',
      'Собака бежит в сад. Там под деревом лежит мяч. Дети бросают его далеко. Собака приносит его и очень рада. ',
    ],
  ])('of a simple text in %s is on the easy side of the scale', (language, text) => {
    const words = readWords(text.repeat(8), null)
    expect(words.language).toBe(language)
    expect(words.readingEase).toBeGreaterThan(60)
    expect(words.readingEase).toBeLessThanOrEqual(100)
  })

  it('follows the formula of the language', () => {
    const words = ['one', 'garden'].map((word) => `${Array.from({ length: 10 }, () => word).join(' ')}! `.repeat(10))
    expect(words.map((text) => readWords(text, 'en').readingEase)).toEqual([100, 27])
    expect(readWords(words[1] ?? '', 'de').readingEase).toBe(53)
  })

  it('is unknown for other languages, and without enough sentences', () => {
    expect(readWords(simple.repeat(10), 'sv').language).toBe('en')
    expect(readWords('Trädgården är stor och det finns plats för barn och hundar. '.repeat(20), null)).toMatchObject({
      language: 'sv',
      readingEase: null,
    })
    expect(
      readWords(`${'The cat and the dog sat on the mat and it was hot '.repeat(5)}! `.repeat(4), 'en').readingEase,
    ).toBeNull()
    expect(readWords('Home Shop Lamps Tables '.repeat(100), 'en').readingEase).toBeNull()
  })
})

describe('placeholders', () => {
  it.each([
    ['Lorem ipsum dolor sit amet', 'Lorem ipsum dolor sit amet'],
    ['Hello {{ user.name }}, welcome', '{{ user.name }}'],
    ['Hello {{{name}}}', '{{{name}}}'],
    ['{{#each items}} x', '{{#each items}}'],
    ['Price: ${product.price}', '${product.price}'],
    ['Now %TITLE% and', '%TITLE%'],
    ['About %%sitename%%', '%%sitename%%'],
    ['<%= page.title %>', '<%= page.title %>'],
    ['{% include header %}', '{% include header %}'],
    ['Welcome to [Your Company Name]', '[Your Company Name]'],
    ['Call [phone number]', '[phone number]'],
    ['[insert text here]', '[insert text here]'],
    ['It is [object Object] today', '[object Object]'],
    ['Welcome to WordPress. This is your first post. Edit it', 'Welcome to WordPress. This is your first post'],
  ])('in %j are found', (text, found) => {
    expect(readWords(text, null).placeholders).toEqual({ items: [found], total: 1 })
  })

  it.each([
    'A set {a, b} and {{}} and { { x } }',
    '100% cotton, 50% OFF% and 5%VAT%',
    'https://example.com/?q=%E3%81%82%E3%81%84&r=%20AND%20',
    'As noted [1], [citation needed], [edit], [sic]',
    'Costs $5 {approximately}',
    '/search?q=%ABC%20lamps',
    'below 5 <% and above',
    'The ipsum festival of Lorem',
    'Add your text to the picture',
  ])('are not seen in %j', (text) => {
    expect(readWords(text, null).placeholders.total).toBe(0)
  })

  it('are not looked for in samples of code', () => {
    const text = 'Write {{ name }} to greet. Hello {{ name }}'
    const code = [{ from: 6, to: 16 }]
    expect(readWords(text, null, { code, all: code }).placeholders.total).toBe(1)
  })

  it('are all counted', () => {
    const { items, total } = readWords('{{ name }} '.repeat(1000), null).placeholders
    expect([items.length, total]).toEqual([20, 1000])
  })
})
