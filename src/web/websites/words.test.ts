import { expect, it } from 'vitest'
import { maxCountedExpired } from '#contract/websites/website.ts'
import { retentionWords as words } from './words.ts'

it('says that more may be deleted than the server counts, in the button too', () => {
  for (const text of [words.effect(maxCountedExpired), words.save(maxCountedExpired)])
    expect(text).toContain('reports or more')
  expect(words.save(maxCountedExpired - 1)).not.toContain('or more')
})
