import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/check-page.ts'
import { document } from '#testing/crawl.ts'

const page = (body: string) => checkPage('word-count', { html: document('', body) })

describe('word-count', () => {
  it.each([
    ['', 0, 'The page has 0 words'],
    ['<p>Lamp</p>', 1, 'The page has 1 word'],
    ['<ul><li>One<li>two</ul><p>Three four.</p>', 4, 'The page has 4 words and 1 whole sentence'],
    ['<p>我喜欢花园。</p>', 3, 'The page has 3 words and 1 whole sentence'],
    ['<p>東京都に行きます。</p>', 5, 'The page has 5 words and 1 whole sentence'],
    ['<p>สวัสดีชาวโลก</p>', 3, 'The page has 3 words'],
    ['<p hidden>not seen</p><script>nor this</script><!-- nor this --><nav>but menus</nav>', 2, 'The page has 2 words'],
  ])('of %j is %i, shown and never scored', (body, value, title) => {
    expect(page(body)).toMatchObject({ outcome: 'info', scored: false, value, title })
  })
})
