import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/pages/check-page.ts'
import { document } from '#testing/pages/fetched-page.ts'
import { stack, texts } from './stack.ts'

const onPage = (html: string, headers: Record<string, string | string[]> = {}) => checkPage('stack', { html, headers })

describe('stack', () => {
  it('lists what was recognised in a fixed order, each with its sign, and weighs nothing', () => {
    const html = document(
      '<meta name="generator" content="WordPress 6.5.2"><script src="/wp-includes/js/jquery/jquery.min.js"></script>',
    )
    expect(onPage(html, { server: 'nginx/1.24.0' })).toMatchObject({
      outcome: 'info',
      scored: false,
      points_lost: 0,
      title: texts.detected(3),
      value: 'WordPress 6.5.2, jQuery, nginx 1.24.0',
      evidence: [
        { note: 'WordPress 6.5.2, CMS: generator meta tag' },
        { note: 'jQuery, framework: URL with /jquery' },
        { note: 'nginx 1.24.0, server: header server: nginx' },
      ],
    })
  })

  it('says when there is none', () => {
    expect(onPage(document(''))).toMatchObject({
      outcome: 'info',
      title: stack.titleFail,
      value: '',
      evidence: [],
    })
  })
})
