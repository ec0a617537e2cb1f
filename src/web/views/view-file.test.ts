import { describe, expect, it } from 'vitest'
import { readViewFile, writeViewFile } from './view-file.ts'

const views = [
  { name: 'Worst pages', list: 'reports', query: 'result=bad&sort_by=score&sort=asc' },
  { name: 'أسوأ "الصفحات" \\ 🙂', list: 'websites', query: 'search=b%C3%BCcher' },
] as const

describe('a file of views', () => {
  it('contains the same views after a round trip', () => {
    expect(readViewFile(writeViewFile(views))).toEqual({ views, problems: [] })
  })

  it('can start with a byte order mark and hold only the list', () => {
    expect(readViewFile(`\uFEFF${JSON.stringify(views)}`).views).toEqual(views)
  })

  it('keeps the search parameters that the list has', () => {
    const { views: read } = readViewFile(
      '[{"name":" A ","list":"reports","query":"?utm_source=x&page=4&result=good&per_page=10"}]',
    )
    expect(read).toEqual([{ name: 'A', list: 'reports', query: 'result=good' }])
  })

  it('reports every invalid line and returns no views', () => {
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
    expect(readViewFile(text)).toEqual({
      views: [],
      problems: [
        { line: 5, sentence: '“name” must be 1 to 100 characters, on one line.' },
        { line: 5, sentence: '“list” must be reports or websites.' },
        { line: 6, sentence: 'Each view needs a name, list and query.' },
        { line: 8, sentence: 'result must be good, decent or bad.' },
      ],
    })
  })

  it('uses the last of duplicate lists, as JSON does', () => {
    expect(readViewFile('{"views": [1, 2],\n"views": [\n3]}').problems).toEqual([
      { line: 3, sentence: 'Each view needs a name, list and query.' },
    ])
  })

  it.each([
    ['{\n  "views": [\n    {"name": oops}\n  ]\n}', 3, 'The file isn’t valid JSON.'],
    ['', 1, 'The file isn’t valid JSON.'],
    ['[\n1,\n]', 3, 'The file isn’t valid JSON.'],
    ['[1]\n\n x', 3, 'The file isn’t valid JSON.'],
    ['{"views": [\n"a\nb"]}', 2, 'The file isn’t valid JSON.'],
    ['{"views": 3}', null, 'The file has no list of views.'],
    ['null', null, 'The file has no list of views.'],
    ['{"views": []}', null, 'The file contains no views.'],
  ])('reports the problem of %j', (text, line, sentence) => {
    expect(readViewFile(text)).toEqual({ views: [], problems: [{ line, sentence }] })
  })

  it('is read in linear time at any depth', () => {
    const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`
    expect(readViewFile(deep).problems[0]).toEqual({
      line: 1,
      sentence: 'Each view needs a name, list and query.',
    })
    expect(readViewFile(`{"a":"${'\\"'.repeat(200_000)}","views":[1]}`).problems[0]?.line).toBe(1)
  })
})
