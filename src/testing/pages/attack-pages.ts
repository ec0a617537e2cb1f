const start = '<!doctype html><html lang="en"><title>A page</title><h1>A page</h1>'
/** A little less than the fetcher reads of a page. */
const pageBytes = 5_000_000

const fill = (part: string) => start + part.repeat(Math.floor((pageBytes - start.length) / part.length))
/** Fills a page with parts that differ by their number. */
function fillWith(part: (at: number) => string, most = Infinity): string {
  const parts = [start]
  for (let [at, length] = [0, start.length]; length < pageBytes && at < most; at += 1) {
    const one = part(at)
    parts.push(one)
    length += one.length
  }
  return parts.join('')
}
const long = (part: string, bytes = pageBytes - 200) => part.repeat(Math.floor(bytes / part.length))
const numbers = (count: number, text: (at: number) => string, between = ' ') =>
  Array.from({ length: count }, (_, at) => text(at)).join(between)
const jsonLd = (json: string) => `<script type="application/ld+json">${json}</script>`

/** Pages by name that would take an analyser with a quadratic loop, or without a limit, minutes or gigabytes. */
export const attackPages: Record<string, () => string> = {
  'deep nesting': () => fill('<div>'),
  'deep nesting of formatting elements': () => fill('<a href=/><b><i><u><font>'),
  'formatting elements closed in the wrong order': () => fill('<b><p></b><i><div></i>'),
  'tables in tables': () => fill('<table><tr><td><table>a'),
  'text between table cells': () => start + '<table>' + long('<b>a</b>'),
  'lists in lists': () => fill('<ul><li><dl><dd>'),
  'open buttons and options': () => fill('<button><option><optgroup>'),
  'templates in templates': () => fill('<template><div>'),
  'SVG in MathML': () => fill('<svg><foreignObject><math><mi>'),
  'end tags without a start': () => start + '<div>'.repeat(20_000) + long('</p></b></form>', 4_000_000),
  'a million attributes of one element': () => `${start}<p ${numbers(700_000, (at) => `a${at}`)}>`,
  'one attribute a million times': () => fill(`<p ${'a '.repeat(2_000_000)}>`),
  'elements with many attributes': () => fillWith((at) => `<p ${numbers(50, (i) => `a${at}x${i}=1`)}>`),
  'one text': () => fill('lamp tables, and a garden. '),
  '15 MB of text': () => fill('a lamp ').repeat(3),
  'one word': () => fill('a'),
  'words of one letter': () => fill('a '),
  'different words': () => fillWith((at) => `${at.toString(36)} `),
  'text without spaces': () => fill('灯光花园'),
  'Thai text': () => fill('สวัสดีครับ'),
  'combining marks': () => fill('\u0301'),
  'emoji sequences': () => fill('👩\u200d🌾'),
  'zero-width characters': () => fill('\u200b\u200d'),
  'sentences of one word': () => fill('A. '),
  spaces: () => fill(' \n\t\u00a0'),
  'character references': () => fill('&amp;&notit;&#x1F600;'),
  ampersands: () => fill('&'),
  'angle brackets': () => fill('<'),
  comments: () => fill('<!---->'),
  'an open comment': () => start + '<!--' + long('<!--'),
  'processing instructions': () => fill('<?a>'),
  'a long title': () => `<!doctype html><title>${long('A title ')}`,
  titles: () => fillWith((at) => `<title>${at}</title>`),
  'a long heading': () => `${start}<h1>${long('A heading ')}`,
  headings: () => fillWith((at) => `<h${(at % 6) + 1}>Heading ${at}</h${(at % 6) + 1}>`),
  links: () => fillWith((at) => `<a href=/${at}>Page ${at}</a>`),
  'links with many parameters': () =>
    fillWith((at) => `<a href="/?${numbers(100, (i) => `p${at}${i}=${i}`, '&')}">a</a>`),
  'links to other websites': () => fillWith((at) => `<a href=https://h${at}.example/>${at}</a>`),
  'links with one text and different targets': () => fillWith((at) => `<a href=/${at}>read more</a>`),
  'one link with a long text': () => `${start}<a href=/>${long('text ')}</a>`,
  'one long URL': () => `${start}<a href="/${long('a/../%2f')}">a</a>`,
  'links in links': () => fill('<a href=/a><p>'),
  'URLs with dots': () => fillWith((at) => `<a href="${'../'.repeat(500)}${at}">a</a>`),
  'broken URLs': () => fill('<a href="http://[">a</a>'),
  'base elements': () => fillWith((at) => `<base href=/${at}/><a href=a>a</a>`),
  images: () => fillWith((at) => `<img src=/${at}.png alt="Image ${at}">`),
  'a long alt text': () => `${start}<img src=/a.png alt="${long('alt ')}">`,
  'a srcset with many candidates': () =>
    `${start}<img src=/a.png srcset="${numbers(300_000, (at) => `/${at}.png ${at + 1}w`, ', ')}">`,
  'a srcset of commas': () => `${start}<img src=/a.png srcset="${long(' , ')}">`,
  'a srcset of parentheses': () => `${start}<img src=/a.png srcset="a ${long('(')}">`,
  srcsets: () => fillWith((at) => `<img src=/${at}.png srcset="${numbers(50, (i) => `/${i}.png ${i + 1}w`, ', ')}">`),
  'pictures with sources': () => fillWith((at) => `<picture>${'<source srcset=/a.webp>'.repeat(20)}<img src=/${at}>`),
  'open pictures': () => fill('<picture><source srcset=/a.webp>'),
  'inline styles': () => fillWith((at) => `<p style="color:red;width:${at}px;background:url(/${at}.png)">a`),
  'one inline style': () => `${start}<p style="${long('a:b;')}">`,
  'a style of braces': () => `${start}<style>${long('{')}</style>`,
  'a style of URLs': () => `${start}<style>${long('a{b:url(')}</style>`,
  'a style of imports': () => `${start}<style>${numbers(150_000, (at) => `@import "/${at}.css";`, '\n')}</style>`,
  'styles of rules': () =>
    `${start}<style>${numbers(60_000, (at) => `.c${at} > p:not(.a ~ b)::after { color: red; content: "${at}" }`)}</style>${long('<p class="c1 c2">a', 2_000_000)}`,
  'sizes of classes': () =>
    `${start}<style>${numbers(2_000, (at) => `.c${at}{width:1px}`)}</style>${long('<img src=a>', 4_000_000)}`,
  'hidden parts after scripts': () =>
    `${start}${'<script></script>'.repeat(75_000)}${'<div hidden></div>'.repeat(70_000)}`,
  'a style of nested rules': () => `${start}<style>${'@media print{a{'.repeat(200_000)}</style>`,
  'a style of selectors': () =>
    `${start}<style>${numbers(300_000, () => 'div *', ',')}{display:none}</style>${long('<div>', 1_000_000)}`,
  'a style of nots': () => `${start}<style>${':not('.repeat(500_000)}</style>`,
  'a style of variables': () =>
    `${start}<style>a{${numbers(200_000, (at) => `--v${at}:var(--v${at + 1})`, ';')}}</style>`,
  'a style of comments': () => `${start}<style>${long('/*')}</style>`,
  styles: () => fillWith((at) => `<style>p{color:#${at}}</style>`),
  'a long script': () => `${start}<script>${long('/*a*/ var a = "b";\n')}</script>`,
  'an open script': () => `${start}<script><!--${long('<script>')}`,
  scripts: () => fillWith((at) => `<script src=/${at}.js></script>`),
  'inline scripts': () => fillWith((at) => `<script>a${at}=1</script>`),
  stylesheets: () => fillWith((at) => `<link rel=stylesheet href=/${at}.css>`),
  'noscript elements': () => fill('<noscript><p>a<img src=/a.png></noscript>'),
  'one noscript element': () => `${start}<noscript>${long('<b><a href=/>')}</noscript>`,
  frames: () => fillWith((at) => `<iframe src=/${at} srcdoc="<p>${at}"></iframe>`),
  metas: () => fillWith((at) => `<meta name="m${at}" content="${at}">`),
  descriptions: () => fillWith((at) => `<meta name=description content="Description ${at}">`),
  'a long description': () => `<!doctype html><meta name=description content="${long('A description ')}">`,
  'robots metas': () => fillWith((at) => `<meta name=robots content="max-snippet:${at}, noindex">`),
  'a long robots meta': () => `<!doctype html><meta name=robots content="${long('noindex,')}">`,
  'Open Graph metas': () => fillWith((at) => `<meta property=og:image content=/${at}.png>`),
  'canonical links': () => fillWith((at) => `<link rel=canonical href=/${at}>`),
  'alternate links': () =>
    fillWith(
      (at) =>
        `<link rel=alternate hreflang=${String.fromCharCode(97 + (at % 26), 97 + (((at / 26) % 26) | 0))} href=/${at}>`,
    ),
  icons: () => fillWith((at) => `<link rel=icon sizes="${at}x${at}" href=/${at}.png>`),
  viewports: () => fill('<meta name=viewport content="width=device-width,initial-scale=1">'),
  'a long viewport': () => `<!doctype html><meta name=viewport content="${long('width=1,')}">`,
  refreshes: () => fillWith((at) => `<meta http-equiv=refresh content="${at};url=/${at}">`),
  charsets: () => fill('<meta charset=utf-16><meta http-equiv=content-type content="text/html;charset=x">'),
  languages: () => fillWith((at) => `<p lang=a${at}>a`),
  'one long language': () => `<!doctype html><html lang="${long('a-')}">`,
  classes: () => fillWith((at) => `<p class="${numbers(30, (i) => `c${at}${i}`)}">a`),
  IDs: () => fillWith((at) => `<p id=i${at}>a`),
  'one ID again and again': () => fill('<p id=a>a'),
  forms: () => fillWith((at) => `<form action=http://h.internal/${at}><input name=a${at} type=password></form>`),
  'labels and fields': () =>
    start +
    numbers(60_000, (at) => `<label for=f${at}>a</label>`, '') +
    numbers(60_000, (at) => `<input id=f${at}>`, ''),
  'labels of one field': () => `${start}<input id=a>${long('<label for=a>a</label>')}`,
  'fields without labels': () => fill('<input><select></select><textarea></textarea>'),
  'one field in labels': () => `${start}${'<label>'.repeat(70_000)}<input>`,
  'names from other elements': () =>
    start +
    numbers(5_000, (at) => `<p id=i${at}>a</p>`, '') +
    fillWith(() => `<a href=/ aria-labelledby="${numbers(5_000, (at) => `i${at}`)}"></a>`).slice(start.length),
  'names that refer to each other': () =>
    fillWith((at) => `<a href=/ id=n${at} aria-labelledby="n${at + 1} n${at + 2}"></a>`),
  'deep JSON': () => start + jsonLd(long('[')),
  'deep JSON objects': () => start + jsonLd(`${'{"a":'.repeat(400_000)}1${'}'.repeat(400_000)}`),
  'JSON with many members': () => start + jsonLd(`{${numbers(300_000, (at) => `"a${at}":1`, ',')}}`),
  'a graph of things': () =>
    start +
    jsonLd(
      `{"@context":"https://schema.org","@graph":[${numbers(40_000, (at) => `{"@type":"Product","@id":"#${at}","isRelatedTo":{"@id":"#${at + 1}"},"name":"Lamp ${at}"}`, ',')}]}`,
    ),
  'things that refer to each other': () =>
    start +
    jsonLd(
      `{"@context":"https://schema.org","@graph":[${numbers(500, (at) => `{"@type":["Product","Recipe","Event"],"@id":"#${at}","review":[${numbers(500, (to) => `{"@id":"#${to}"}`, ',')}]}`, ',')}]}`,
    ),
  'things of many types': () =>
    start +
    jsonLd(
      `[${numbers(1_000, () => `{"@context":"https://schema.org","@type":[${numbers(300, (at) => `"Type${at}"`, ',')}]}`, ',')}]`,
    ),
  'JSON scripts': () => fillWith((at) => jsonLd(`{"@context":"https://schema.org","@type":"Product","name":"${at}"}`)),
  'broken JSON scripts': () => fill(jsonLd('{"@type":')),
  'a JSON text': () => start + jsonLd(`{"@type":"Article","headline":"${long('\\u0041')}"}`),
  'JSON with comments': () => start + jsonLd(long('/* a */ ')),
  microdata: () =>
    fillWith((at) => `<div itemscope itemtype=https://schema.org/Product itemid=#${at}><b itemprop=name>a</b></div>`),
  'microdata in microdata': () => fill('<div itemprop=a itemscope itemtype=https://schema.org/Product>'),
  'references of microdata': () =>
    fillWith((at) => `<div id=r${at} itemscope itemref="${numbers(100, (i) => `r${at + i}`)}" itemprop=a></div>`),
  RDFa: () =>
    fillWith((at) => `<div vocab=https://schema.org/ typeof=Product resource=#${at}><b property=name>a</b></div>`),
  'RDFa in RDFa': () => fill('<div property=a typeof=Product>'),
  'prefixes of RDFa': () =>
    `${start}<div prefix="${numbers(200_000, (at) => `p${at}: https://h.internal/`)}" typeof=p1:a>`,
  placeholders: () => fill('<p>Lorem ipsum dolor {{name}} [placeholder] TODO '),
  'hidden elements': () => fill('<p hidden aria-hidden=true style=display:none>a'),
  'generators of technologies': () =>
    fillWith((at) => `<meta name=generator content="WordPress ${at}"><script src=/wp-content/${at}.js></script>`),
}
