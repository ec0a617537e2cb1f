// @vitest-environment happy-dom

import { describe, expect, it } from 'vitest'
import { readViewFile, writeViewFile } from './view-files.tsx'
import { viewFileWords } from './words.ts'

const views = [
  { name: 'Worst pages', list: 'reports', query: 'result=bad&sort_by=score&sort=asc' },
  { name: 'أسوأ "الصفحات" \\ 🙂', list: 'websites', query: 'search=b%C3%BCcher' },
] as const

describe('a file of views', () => {
  it('contains the same views after a round trip', async () => {
    expect(await readViewFile(writeViewFile(views))).toEqual({ views, problems: [] })
  })

  it('can start with a byte order mark and hold only the list', async () => {
    expect((await readViewFile(`\uFEFF${JSON.stringify(views)}`)).views).toEqual(views)
  })

  it('keeps the search parameters that the list has', async () => {
    const { views: read } = await readViewFile(
      '[{"name":" A ","list":"reports","query":"?utm_source=x&page=4&result=good&per_page=10"}]',
    )
    expect(read).toEqual([{ name: 'A', list: 'reports', query: 'result=good' }])
  })

  it('reports every invalid line and returns no views', async () => {
    const text = `{
  "comment": ["views", {"a": 1}],
  "views": [
    {"name": "Fine", "list": "reports", "query": ""},
    {"name": "", "list": "pages"},
    7,

    {
      "name": "[ \\" {",
      "list": "reports",
      "query": "result=great"
    }
  ]
}`
    expect(await readViewFile(text)).toEqual({
      views: [],
      problems: [
        {
          line: 5,
          sentence: '“name”: Enter a name of 1 to 100 characters, without line breaks or direction controls.',
        },
        { line: 5, sentence: '“list”: Choose reports or websites.' },
        { line: 6, sentence: viewFileWords.notView },
        { line: 8, sentence: 'result must be good, decent or bad.' },
      ],
    })
  })

  it('uses the last of duplicate lists, as JSON does', async () => {
    expect((await readViewFile('{"views": [1, 2],\n"views": [\n3]}')).problems).toEqual([
      { line: 3, sentence: viewFileWords.notView },
    ])
  })

  it.each([
    ['{\n  "views": [\n    {"name": oops}\n  ]\n}', 3, viewFileWords.notJson],
    ['', 1, viewFileWords.notJson],
    ['[\n1,\n]', 3, viewFileWords.notJson],
    ['[1]\n\n x', 3, viewFileWords.notJson],
    ['{"views": [\n"a\nb"]}', 2, viewFileWords.notJson],
    ['{"views": 3}', null, viewFileWords.noViews],
    ['null', null, viewFileWords.noViews],
    ['{"views": []}', null, viewFileWords.empty],
  ])('reports the problem of %j', async (text, line, sentence) => {
    expect(await readViewFile(text)).toEqual({ views: [], problems: [{ line, sentence }] })
  })

  it('is read at any depth', async () => {
    const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`
    expect((await readViewFile(deep)).problems[0]).toEqual({ line: null, sentence: viewFileWords.notView })
    expect((await readViewFile(`{"a":"${'\\"'.repeat(200_000)}","views":[1]}`)).problems[0]?.line).toBe(1)
  })
})
