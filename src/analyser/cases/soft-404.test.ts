import { expect, it } from 'vitest'
import { evaluate } from '#analyser/evaluate.ts'
import { indexabilityOf } from '#analyser/indexability.ts'
import { analyseCase, type Case, expectCase } from '#testing/pages/check-page.ts'

/** A page with this title, heading and main text, between a menu and a footer that say nothing about it. */
const page = (title: string, h1: string, text: string) => ({
  title: `<title>${title}</title>`,
  top: `<header><a href="/">Lantern workshop</a><nav><a href="/garden">Gardens</a> <a href="/paths">Paths</a></nav></header><main>${h1 && `<h1>${h1}</h1>`}${text}`,
  text: '</main>',
  picture: '',
  more: '',
  links: '<footer><p>We make lamps of copper and glass for gardens, paths and terraces.</p></footer>',
  form: '',
  structured: '',
})
const missing = { 'soft-404-page': 'fail', indexability: 'unlikely', '*': 'pass' } as const
const content = { 'soft-404-page': 'pass', indexability: 'indexable', '*': 'pass' } as const

const cases: Case[] = [
  [
    'an error page',
    page('Page not found | Lanterns', 'Page not found', '<p>Sorry, there is nothing here.</p>'),
    missing,
  ],
  [
    'a heading of the status, and a text that says that this page is missing',
    page('404 | Lanterns', '404', '<p>The page you are looking for doesn’t exist. It may have moved.</p>'),
    missing,
  ],
  ['the page of a server', page('404 Not Found', '404 Not Found', '<hr>nginx'), missing],
  [
    'a heading without a message, and a text that begins with it',
    page('Lanterns', 'Oops!', '<p>That page can’t be found. Try the search.</p>'),
    missing,
  ],
  ['an error page without headings', page('Lanterns', '', '<p>Diese Seite existiert leider nicht mehr.</p>'), missing],
  ['an error page in Russian', page('404', 'Страница не найдена', '<p>Вернитесь на главную.</p>'), missing],

  [
    'a product that is gone, with nothing else',
    page('Copper lamp | Lantern', 'Sorry, this product is no longer available', '<p>Browse our other lamps.</p>'),
    missing,
  ],
  [
    'a job that is gone, with advice',
    page(
      'Solderer',
      'This job is no longer listed',
      '<p>The vacancy you are looking for was filled. Sorry! Our workshop in Ghent has others, and you can ask us to write to you about new ones.</p>',
    ),
    missing,
  ],
  [
    'a product that is sold out',
    page(
      'Copper lamp | Lantern',
      'Copper lamp',
      '<p>This product is no longer available. It was made of copper and glass from 2011 to 2024, by hand, and lit paths in four sizes.</p>',
    ),
    content,
  ],
  [
    'a reference about the status',
    page(
      '404 Not Found | HTTP handbook',
      '404 Not Found',
      '<p>Servers answer like this if they have nothing at a path. Below are its headers, when 410 is the better answer, and what caches and crawlers do with it.</p>',
    ),
    content,
  ],
  [
    'a guide about the message',
    page(
      'Page not found: the message and its causes',
      'Page not found',
      '<p>Visitors read this message if no route matches. Add a route, restore the old address, or send them to the new one. Each step below takes a few minutes.</p>',
    ),
    content,
  ],
  [
    'a restaurant of that name',
    page(
      '404 | Restaurant in Ghent',
      '404',
      '<p>We cook over an open fire from Tuesday to Saturday. Book a table for tonight.</p>',
    ),
    content,
  ],
  [
    'a page of which only the title says so',
    page(
      '404 Not Found',
      'Copper lamps',
      '<p>Twelve lamps for paths and terraces, made by hand, with spare parts for all of them.</p>',
    ),
    content,
  ],
  [
    'a long text under such a heading',
    page(
      'Not found',
      'Not found',
      `<p>${'A novel about a letter that never arrived and a house at the end of the line. '.repeat(8)}</p>`,
    ),
    content,
  ],
  [
    'a heading in a menu',
    page('Lamps', 'Lamps', '<p>All lamps of this year.</p><nav><h2>Page not found?</h2></nav>'),
    content,
  ],
]

it.each(cases)('%s', (...row) => expectCase(row))

const menu =
  '<div class="links"><a href="/garden">Garden lamps of copper and glass</a> <a href="/paths">Lamps for long and narrow paths</a> <a href="/doors">Lamps beside the door of the house</a></div><form action="/search"><label>Search <input name="q"></label></form>'

it.each<[heading: string, text: string]>([
  ['Nothing Found', 'It seems we can’t find what you’re looking for. Perhaps searching can help.'],
  [
    'Oops! That page can’t be found.',
    'It looks like nothing was found at this location. Maybe try one of the links below?',
  ],
  ['Search', '0 results found for “oak”.'],
  ['Search results for: oak', 'Sorry, but nothing matched your search terms. Please try again with other keywords.'],
  ['Blog', 'No posts found.'],
  ['Lamps', 'No products were found matching your selection.'],
  ['Sorry', 'This integration is no longer available. Return to the list of integrations.'],
  ['Solderer in Ghent', 'This job has expired.'],
  ['Copper lamp', 'Unfortunately, this product is no longer available.'],
  ['Nichts gefunden', 'Leider wurden keine Ergebnisse gefunden. Versuchen Sie es mit anderen Begriffen.'],
  ['Ups!', 'Dieses Produkt ist leider nicht mehr verfügbar.'],
  ['Löter in Gent', 'Diese Stelle ist leider bereits besetzt.'],
  ['Die gesuchte Seite wurde nicht gefunden', 'Bitte nutzen Sie die Suche oder gehen Sie zur Startseite.'],
  ['Oups !', 'Cette page est introuvable.'],
  ['Recherche', 'Aucun résultat pour votre recherche.'],
  ['Désolé', 'Cette offre d’emploi n’est plus disponible.'],
  ['Página no encontrada', 'Lo sentimos, la página que buscas no existe.'],
  ['Búsqueda', 'No se encontraron productos que coincidan con tu selección.'],
  ['Lo sentimos', 'Este producto ya no está disponible.'],
  ['Pagina non trovata', 'La pagina che cerchi non esiste.'],
  ['Ricerca', 'Nessun risultato trovato.'],
  ['Ops!', 'Questo annuncio non è più disponibile.'],
  ['Zoeken', 'Geen resultaten gevonden.'],
  ['Helaas', 'Deze vacature is niet meer beschikbaar.'],
  ['Oeps', 'De pagina die u zoekt bestaat niet.'],
  ['Busca', 'Nenhum resultado encontrado.'],
  ['Página não encontrada', 'A página que procura não existe.'],
  ['Ops!', 'Este produto não está mais disponível.'],
  ['Szukaj', 'Brak wyników dla podanej frazy.'],
  ['Nie znaleziono strony', 'Przepraszamy, wróć na stronę główną.'],
  ['Oferta', 'Ta oferta wygasła.'],
  ['検索', '検索結果はありません。'],
  ['お探しのページは見つかりませんでした', 'トップページへお戻りください。'],
  ['銅のランプ', 'この商品は販売終了しました。'],
])('a page that says “%s: %s” between a menu and a search is an error page', (heading, text) => {
  const { results, facts } = analyseCase(page(`${heading} | Lanterns`, heading, `${menu}<p>${text}</p>${menu}`))
  expect(results['soft-404-page']?.outcome).toBe('fail')
  expect(indexabilityOf(facts).state).toBe('unlikely')
})

const prose =
  'Our lamps are made of copper and glass, by hand, in four sizes. Each stands on a base of oak and lights a path of six metres, for as long as you keep it. We repair it, too, and send you the parts.'

it.each<[heading: string, text: string]>([
  ['Copper lamp', `49 euros. Sold out, currently unavailable. ${prose}`],
  ['Kupferlampe', `Ausverkauft, zurzeit nicht lieferbar. ${prose}`],
  ['Copper lamp', `This product is no longer available. ${prose}`],
  ['How to fix “page not found”', `A page not found error means that the server has no page there. ${prose} ${prose}`],
  ['Why your search returned no results', `Search engines need words. ${prose} ${prose}`],
  ['Lamps without waste', `No products in plastic, no parts that break. ${prose}`],
  ['Your basket', 'There are no items in your basket. Nothing here yet.'],
  ['Nothing found in the attic', `A novel by Ada Stone. ${prose}`],
  ['Lamps', `12 results for copper. ${prose}`],
])('a page that says “%s: %s” is none', (heading, text) => {
  const { results, facts } = analyseCase(page(`${heading} | Lanterns`, heading, `${menu}<p>${text}</p>`))
  expect(results['soft-404-page']?.outcome).toBe('pass')
  expect(indexabilityOf(facts).state).toBe('indexable')
})

it('an older report without the main text is not judged', () => {
  const { facts } = analyseCase(page('404', 'Page not found', '<p>Sorry.</p>'))
  const { mainText: _, ...older } = facts
  expect(evaluate(older).results['soft-404-page']?.outcome).toBe('unknown')
  expect(indexabilityOf(older)).toMatchObject({ state: null, check: 'soft-404-page' })
  const { mainText: __, ...sound } = analyseCase({}).facts
  expect(indexabilityOf(sound).state).toBe('indexable')
})
