import { randomFrom } from '#testing/random.ts'
import { sentences } from './large-texts.ts'

export type LargePage = {
  name: string
  language: string
  body: Uint8Array
  contentType: string
  /** Number of visible words. */
  words: number
}

const unspaced = new Set(['zh', 'ja', 'th'])

/** Writes visible text of one language and counts its words. */
function writerIn(language: string, seed: number) {
  const random = randomFrom(seed)
  const segmenter = new Intl.Segmenter(language, { granularity: 'word' })
  const known = new Map<string, number>()
  const countOf = (text: string) =>
    unspaced.has(language)
      ? [...segmenter.segment(text)].filter(({ isWordLike }) => isWordLike).length
      : (text.match(/[\p{L}\p{M}\p{N}'’\u200C-]+/gu) ?? []).length
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const int = (from: number, to: number) => from + Math.floor(random() * (to - from + 1))
  const writer = {
    words: 0,
    int,
    pick,
    /** Counts a visible text and returns it. */
    shown(text: string): string {
      let count = known.get(text)
      if (count === undefined) known.set(text, (count = countOf(text)))
      writer.words += count
      return text
    },
    sentence: () => writer.shown(pick(sentences[language] ?? [])),
    text: (from: number, to: number) => Array.from({ length: int(from, to) }, writer.sentence).join(' '),
    /** Returns words for attributes and metadata, which are not visible. */
    unseen(): string {
      const sentence = pick(sentences[language] ?? [])
      return unspaced.has(language)
        ? (sentence.split(/[，、, ]/)[0] ?? '')
        : sentence.split(' ').slice(0, int(3, 6)).join(' ')
    },
    phrase: () => writer.shown(writer.unseen()),
    path: () => `/${language}/${int(1, 999)}-${pick(['lamp', 'river', 'house', 'boat', 'map', 'town'])}`,
  }
  return writer
}
type Writer = ReturnType<typeof writerIn>

const many = (amount: number, write: (at: number) => string, between = '\n') =>
  Array.from({ length: amount }, (_, at) => write(at)).join(between)
const link = (w: Writer) => `<a href="${w.path()}">${w.phrase()}</a>`
const image = (w: Writer, more = '') =>
  `<img src="/media/${w.int(1, 9999)}.webp" srcset="/m/1.webp 400w, /m/2,x.webp 800w" alt="${w.unseen().replaceAll('"', '')}" width="800" height="600"${more}>`
const menu = (w: Writer) => `<nav><ul>${many(w.int(8, 30), () => `<li>${link(w)}</li>`)}</ul></nav>`
const state = (w: Writer, items: number) =>
  `<script>window.__STATE__=${JSON.stringify(Array.from({ length: items }, (_, id) => ({ id, name: w.unseen(), url: w.path(), html: '<b>not text</b>' }))).replaceAll('</', '<\\/')}</script>`

/** Returns one more section of a kind of page. */
const kinds = {
  shop: (w) =>
    `<section><h2>${w.phrase()}</h2><ul class="grid">${many(12, () => `<li><article itemscope itemtype="https://schema.org/Product"><a href="${w.path()}">${image(w, ' loading="lazy"')}<h3 itemprop="name">${w.phrase()}</h3></a><p>${w.sentence()}</p><span class="price">${w.shown(`${w.int(5, 900)}`)} €</span><button type="button" aria-label="${w.unseen()}"><svg viewBox="0 0 9 9"><title>${w.unseen()}</title><path d="M0 0h9"/></svg></button></article></li>`)}</ul></section>`,
  news: (w) =>
    `<article><h2>${link(w)}</h2><p><time datetime="2026-05-${w.int(10, 28)}">${w.shown(`${w.int(1, 28)}`)}</time></p><figure>${image(w)}<figcaption>${w.sentence()}</figcaption></figure>${many(5, () => `<p>${w.text(3, 6)}</p>`)}<aside hidden><p>${w.unseen()}</p></aside></article>`,
  forum: (w) =>
    many(
      10,
      () =>
        `<div class="post" id="p${w.int(1, 1e9)}"><div class="author">${image(w, ' loading="lazy"')}<b>${w.phrase()}</b></div><blockquote><p>${w.sentence()}</p></blockquote><div class="text">${w.text(2, 5)}<br><br>${w.sentence()} :-) ${link(w)}</div><!-- ${w.unseen()} --></div>`,
    ),
  docs: (w) =>
    `<h2 id="s${w.int(1, 1e9)}">${w.phrase()}</h2><p>${w.text(3, 7)}</p><dl>${many(6, () => `<dt>${w.phrase()}</dt><dd>${w.sentence()}</dd>`)}</dl><ol>${many(5, () => `<li>${w.sentence()}</li>`)}</ol><template><p>${w.unseen()}</p></template>`,
  wiki: (w) =>
    `<h2><span>${w.phrase()}</span></h2>${many(4, () => `<p>${w.text(3, 6)} <sup><a href="#n${w.int(1, 99)}">[${w.shown(`${w.int(1, 99)}`)}]</a></sup> ${link(w)}</p>`)}<table class="infobox"><caption>${w.phrase()}</caption>${many(8, () => `<tr><th>${w.phrase()}</th><td>${w.phrase()}</td></tr>`)}</table>`,
  landing: (w) =>
    `<section style="background:url(/hero.webp)"><div><div><div><h2>${w.phrase()}</h2><p>${w.text(1, 3)}</p><a class="button" href="${w.path()}">${w.phrase()}</a></div></div></div><style>.s${w.int(1, 999)}{display:grid;gap:1rem}</style></section>${state(w, 6)}`,
  form: (w) =>
    `<fieldset><legend>${w.phrase()}</legend>${many(8, (at) => `<p><label for="f${w.int(1, 1e9)}-${at}">${w.phrase()}</label> <input name="x${at}" aria-label="${w.unseen()}"></p>`)}<p>${w.text(2, 4)}</p><select name="s" aria-label="x">${many(20, () => `<option>${w.unseen()}</option>`)}</select><textarea aria-label="y">${w.unseen()}</textarea></fieldset>`,
  shell: (w) => state(w, 400),
  tables: (w) =>
    `<table width="100%" cellpadding=0 border=0><tr><td width=150 valign=top bgcolor=#eeeeee><font face="Arial" size=2>${many(4, () => link(w), '<br>')}</font><td><font size="+1"><b>${w.phrase()}</b></font><p><font face=Verdana>${w.text(2, 5)}<p>${w.text(1, 3)}</font><center>${w.sentence()}</center><td><img src=/spacer.gif width=1 height=1 alt=""></table>`,
  timetable: (w) =>
    `<h2>${w.phrase()}</h2><p>${w.text(2, 4)}</p><table><thead><tr>${many(3, () => `<th scope="col">${w.phrase()}</th>`, '')}</tr></thead><tbody>${many(20, () => `<tr><td>${w.shown(`${w.int(10, 23)}:${w.int(10, 59)}`.replace(':', '.'))}</td><td>${w.phrase()}</td><td>${w.sentence()}</td></tr>`)}</tbody></table>`,
} satisfies Record<string, (w: Writer) => string>
export type Kind = keyof typeof kinds

const rightToLeft = new Set(['ar', 'fa', 'he'])

function write(kind: Kind, language: string, kilobytes: number, encoding: string, seed: number): LargePage {
  const w = writerIn(language, seed)
  const old = kind === 'tables'
  const head = `<title>${w.unseen()}</title>\n<meta name="description" content="${w.unseen().replaceAll('"', '')}">\n<meta name="viewport" content="width=device-width">\n<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', '@graph': [{ '@type': 'WebPage', name: w.unseen() }] })}</script>\n<noscript><img src="/pixel.gif" alt=""></noscript>`
  const declared = encoding.startsWith('utf-16')
    ? ''
    : old
      ? `<meta http-equiv="Content-Type" content="text/html; charset=${encoding}">`
      : `<meta charset="${encoding}">`
  const direction = rightToLeft.has(language) ? ' dir="rtl"' : ''
  const parts = [
    old
      ? `<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN" "http://www.w3.org/TR/html4/loose.dtd">\n<HTML LANG="${language}"${direction}>`
      : `<!doctype html>\n<html lang="${language}"${direction}>`,
    `<head>${declared}\n${head}</head>\n<body>\n${menu(w)}\n<main><h1>${w.phrase()}</h1>\n<p>${w.text(4, 6)}</p>${kind === 'shell' ? '<div id="root"></div>' : ''}\n`,
  ]
  for (let size = 0; size < kilobytes * 1000;) {
    const part = `${kinds[kind](w)}\n`
    parts.push(part)
    size += Buffer.byteLength(part)
  }
  parts.push(`</main><footer>${menu(w)}</footer></body></html>`)
  const html = parts.join('')
  const body =
    encoding === 'utf-8'
      ? new TextEncoder().encode(html)
      : encoding === 'utf-16le' || encoding === 'utf-16be'
        ? utf16(html, encoding === 'utf-16le' ? 'le' : 'be')
        : encode(html, encoding)
  return {
    name: `${kind} in ${language}, ${encoding}, ${Math.round(body.length / 1000)} KB`,
    language,
    body,
    contentType: 'text/html',
    words: w.words,
  }
}

/** Pages of every language and kind, from 100 KB to 2 MB, some in a legacy encoding of their language. */
const plan: [Kind, language: string, kilobytes: number, encoding?: string][] = [
  ['shop', 'en', 900],
  ['news', 'en', 300],
  ['forum', 'en', 2000],
  ['docs', 'en', 400],
  ['shell', 'en', 1500],
  ['landing', 'en', 150],
  ['shop', 'de', 600],
  ['form', 'de', 120, 'windows-1252'],
  ['news', 'fr', 350, 'windows-1252'],
  ['wiki', 'es', 500],
  ['landing', 'pt', 200],
  ['shop', 'it', 250],
  ['forum', 'nl', 150],
  ['news', 'pl', 200, 'iso-8859-2'],
  ['form', 'sv', 110],
  ['docs', 'fi', 150],
  ['wiki', 'cs', 180, 'windows-1250'],
  ['timetable', 'hu', 160],
  ['forum', 'ru', 800, 'windows-1251'],
  ['news', 'ru', 300, 'koi8-r'],
  ['shop', 'uk', 300],
  ['wiki', 'el', 300, 'windows-1253'],
  ['tables', 'tr', 200, 'windows-1254'],
  ['news', 'ar', 400],
  ['forum', 'ar', 120, 'windows-1256'],
  ['docs', 'fa', 200],
  ['shop', 'he', 250, 'windows-1255'],
  ['wiki', 'hi', 500],
  ['news', 'zh', 1000],
  ['shop', 'zh', 300, 'gb18030'],
  ['tables', 'ja', 200, 'shift_jis'],
  ['docs', 'ja', 700],
  ['forum', 'ja', 150, 'euc-jp'],
  ['news', 'ko', 300],
  ['tables', 'ko', 120, 'euc-kr'],
  ['shop', 'th', 400],
  ['landing', 'vi', 200],
  ['timetable', 'id', 250],
  ['docs', 'de', 300, 'utf-16le'],
  ['tables', 'en', 500, 'windows-1252'],
  ['form', 'zh', 150, 'utf-16be'],
  ['shell', 'ja', 600],
]

/** Generates pages one after the other, so that they are not all in memory. */
export function* largePages(): Generator<LargePage> {
  for (const [at, [kind, language, kilobytes, encoding = 'utf-8']] of plan.entries())
    yield write(kind, language, kilobytes, encoding, at + 1)
}

/** Cached, because building a table takes long. */
const tables = new Map<string, Map<string, number[]>>()

/** Encodes a text in a legacy encoding, by a table of all bytes and pairs of bytes: the platform can only decode. */
export function encode(text: string, encoding: string): Uint8Array {
  const table = tables.get(encoding) ?? tableOf(encoding)
  tables.set(encoding, table)
  return Uint8Array.from(
    [...text].flatMap((char) => {
      const bytes = table.get(char)
      if (!bytes) throw new Error(`${encoding} has no ${char}`)
      return bytes
    }),
  )
}

function tableOf(encoding: string): Map<string, number[]> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  const table = new Map<string, number[]>()
  const add = (bytes: number[]) => {
    try {
      const char = decoder.decode(Uint8Array.from(bytes))
      if ([...char].length === 1 && !table.has(char)) table.set(char, bytes)
    } catch {
      // These bytes are no character.
    }
  }
  for (let first = 0; first < 256; first++) add([first])
  for (let first = 0x81; first < 255; first++) for (let second = 0x30; second < 255; second++) add([first, second])
  return table
}

export function utf16(text: string, order: 'le' | 'be', bom = true): Uint8Array {
  const bytes = Buffer.from(bom ? `\uFEFF${text}` : text, 'utf16le')
  return Uint8Array.from(order === 'le' ? bytes : bytes.swap16())
}
