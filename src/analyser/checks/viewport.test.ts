import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/check-page.ts'
import { document } from '#testing/gathered.ts'

const withContent = (content: string) => checkPage('viewport', { html: document(`<meta name="viewport" content="${content}">`) })

describe('viewport', () => {
  it.each(['width=device-width, initial-scale=1', 'initial-scale=1;width = device-width', 'WIDTH=1024'])('passes "%s"', (content) => {
    expect(withContent(content)).toMatchObject({ outcome: 'pass', value: content })
  })

  it.each(['', 'initial-scale=1', 'width=', 'min-width=300'])('fails "%s", which names no width', (content) => {
    expect(withContent(content)).toMatchObject({ outcome: 'fail', title: 'The viewport names no width', evidence: [{ line: 5 }] })
  })

  it('fails without one', () => {
    expect(checkPage('viewport', { html: document('') })).toMatchObject({ outcome: 'fail', value: null })
  })
})
