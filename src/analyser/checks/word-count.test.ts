import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/pages/check-page.ts'
import { document } from '#testing/pages/fetched-page.ts'
import { texts } from './word-count.ts'

const page = (body: string) => checkPage('word-count', { html: document('', body) })

describe('word-count', () => {
  it.each([
    ['', 0, texts.words(0, 0)],
    ['<p>Lamp</p>', 1, texts.words(1, 0)],
    ['<ul><li>One<li>two</ul><p>Three four.</p>', 4, texts.words(4, 1)],
    ['<p>我喜欢花园。</p>', 3, texts.words(3, 1)],
    ['<p>東京都に行きます。</p>', 5, texts.words(5, 1)],
    ['<p>สวัสดีชาวโลก</p>', 3, texts.words(3, 0)],
    ['<p hidden>not seen</p><script>nor this</script><!-- nor this --><nav>but menus</nav>', 2, texts.words(2, 0)],
  ])('of %j is %i, shown and never scored', (body, value, title) => {
    expect(page(body)).toMatchObject({ outcome: 'info', scored: false, value, title })
  })
})
