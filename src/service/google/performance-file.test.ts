import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readPerformanceFile } from './performance-file.ts'

const given = { first_day: '2026-08-01', last_day: '2026-10-31' }

async function read(content: Uint8Array | string, days: Partial<typeof given> = given) {
  const folder = await mkdtemp(join(tmpdir(), 'performance-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'upload')
  await writeFile(path, content)
  const file = await readPerformanceFile(path, days, (host) => host.endsWith('shop.example'))
  const pages: unknown[] = []
  for await (const page of file.pages()) pages.push(page)
  return { ...file, pages }
}

const row = (path: string, clicks = 5, impressions = 100, position = 2.5) => ({
  url: `https://shop.example/${path}`,
  clicks,
  impressions,
  position_sum: position * impressions,
})

const german = {
  'Diagramm.csv': 'Datum,Klicks,Impressionen,CTR,Position\n2026-08-02,3,30,10%,4\n2026-08-01,2,20,10%,1\n',
  'Suchanfragen.csv':
    'Häufigste Suchanfragen,Klicks,Impressionen,CTR,Position\nlampe,4,10,40%,1\nhttps://shop.example/a,1,2,50%,1\nkabel,1,1,1%,1\n',
  'Seiten.csv':
    'Die häufigsten Seiten,Klicks,Impressionen,CTR,Position\nhttps://shop.example/a,5,100,5%,2.5\n"https://www.shop.example/b?x=1,2",0,100,0%,2.5\n',
  'Filter.csv': 'Filter,Wert\nSuchtyp,Web\n',
}
const zipOf = (files: Record<string, string>) =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])))

describe('an export as ZIP', () => {
  it('is read in any language, with the days of its table of days', async () => {
    expect(await read(zipOf(german), {})).toEqual({
      first_day: '2026-08-01',
      last_day: '2026-08-02',
      total: { clicks: 5, impressions: 50, position_sum: 140 },
      chart: [
        { day: '2026-08-02', clicks: 3, impressions: 30, position_sum: 120 },
        { day: '2026-08-01', clicks: 2, impressions: 20, position_sum: 20 },
      ],
      rows: 2,
      refused: [],
      pages: [row('a'), { ...row('', 0), url: 'https://www.shop.example/b?x=1,2' }],
    })
  })

  it('is refused as that of another report, as one of a comparison, and without days', async () => {
    const { 'Seiten.csv': pages, 'Diagramm.csv': _days, ...rest } = german
    await expect(read(zipOf(rest))).rejects.toMatchObject({ code: 'no_pages' })
    await expect(read(zipOf({ 'Seiten.csv': pages }), {})).rejects.toMatchObject({ code: 'no_days' })
    const compared = 'Page,a,b,c,d,e,f,g,h\nhttps://shop.example/a,1,2,3,4,5%,6%,7,8\n'
    await expect(read(zipOf({ 'Pages.csv': compared }))).rejects.toMatchObject({ code: 'wrong_columns' })
  })

  it('is refused if it is broken', async () => {
    await expect(read(zipOf(german).subarray(0, 200))).rejects.toMatchObject({ code: 'damaged' })
  })

  it('is refused if far more comes out of it', { tags: 'all' }, async () => {
    const bomb = zipSync({ 'Pages.csv': new Uint8Array(51 * 1024 * 1024) }, { level: 1 })
    expect(bomb.length).toBeLessThan(300_000)
    await expect(read(bomb)).rejects.toMatchObject({ code: 'too_large' })
  })
})

describe('a table of pages as CSV', () => {
  const headings = 'Page;Clics;Impressions;CTR;Position'

  it.each([
    ['with semicolons and decimal commas', `${headings}\r\nhttps://shop.example/a,b;1.234;10 000;5,1 %;2,5\r\n`],
    ['with tabs', `${headings.replaceAll(';', '\t')}\nhttps://shop.example/a,b\t1,234\t10’000\t5.1%\t2.5\n`],
    ['with a byte order mark', `\ufeff${headings}\nhttps://shop.example/a,b;1234;10000;5%;2.5`],
    ['in Arabic digits', `${headings}\nhttps://shop.example/a,b;١٬٢٣٤;١٠٬٠٠٠;٥٪;٢٫٥\n`],
    ['in UTF-16', Buffer.from(`\ufeff${headings}\nhttps://shop.example/a,b;1234;10000;5%;2.5\n`, 'utf16le')],
  ])('is read %s', async (_, content) => {
    expect(await read(content)).toMatchObject({ ...given, total: null, pages: [row('a,b', 1234, 10_000)], refused: [] })
  })

  it('names each broken line, and takes the others', async () => {
    const lines = Array.from({ length: 1_000 }, (_, at) => `https://shop.example/${at};5;100;5%;2.5`)
    lines[499] = 'https://shop.example/499;many;100;5%;2.5'
    lines[500] = 'https://elsewhere.example/;5;100;5%;2.5'
    lines[501] = 'https://shop.example/501;5'
    lines[502] = 'shop.example/502;5;100;5%;2.5'
    const { rows, refused, pages } = await read([headings, ...lines].join('\n'))
    expect(rows).toBe(996)
    expect(pages).toHaveLength(996)
    expect(refused).toEqual([
      { line: 501, reason: 'not_a_number' },
      { line: 502, reason: 'other_website' },
      { line: 503, reason: 'wrong_columns' },
      { line: 504, reason: 'no_url' },
    ])
  })

  it('can be half broken', async () => {
    const { rows, refused } = await read(`${headings}\nhttps://shop.example/;5;100;5%;2.5\nbroken;x;1;1;1\n`)
    expect([rows, refused]).toEqual([1, [{ line: 3, reason: 'no_url' }]])
  })

  it('keeps escapes and Unicode of URLs', async () => {
    const { pages } = await read(
      `${headings}\nhttps://shop.example/%C3%BC;5;100;5%;2.5\nhttps://shop.example/ü;5;100;5%;2.5\n`,
    )
    expect(pages).toEqual([row('%C3%BC'), row('ü')])
  })

  it('is refused as one of another website, of queries, without days, and if it isn’t CSV', async () => {
    await expect(read(`${headings}\nhttps://elsewhere.example/;5;100;5%;1\n`)).rejects.toMatchObject({
      code: 'other_website',
    })
    await expect(read(`${headings}\nlamp;5;100;5%;1\n`)).rejects.toMatchObject({ code: 'no_pages' })
    await expect(read(`${headings}\nhttps://shop.example/;5;100;5%;1\n`, {})).rejects.toMatchObject({ code: 'no_days' })
    await expect(read(Buffer.alloc(100_000, 0xff))).rejects.toMatchObject({ code: 'no_pages' })
    await expect(read('')).rejects.toMatchObject({ code: 'no_pages' })
  })
})
