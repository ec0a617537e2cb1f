import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { errorCodes, errorOf, fieldCodes } from './error-codes.ts'

const rows = async (chapters: RegExp) => {
  const text = await readFile(new URL('../../../docs/errors.md', import.meta.url), 'utf8')
  return text
    .split(/^## /m)
    .filter((chapter) => chapters.test(chapter))
    .flatMap((chapter) => chapter.split('\n').filter((line) => line.startsWith('| `')))
    .filter((line) => !line.startsWith('| `code` |'))
    .map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')))
}

describe('docs/errors.md', () => {
  it('explains every error with its status, in the order of the code', async () => {
    const documented = (await rows(/^Codes of a response/)).map(([, code, status]) => [code, status])
    expect(documented).toEqual(errorCodes.map((code) => [code, String(errorOf(code).status)]))
  })

  it('explains every code of a field once', async () => {
    const documented = (await rows(/^Codes of (a field|`url`|`google`)/)).map(([, code]) => code)
    expect(documented.toSorted()).toEqual(fieldCodes.toSorted())
  })
})

it('codes are in snake case and have a title', () => {
  for (const code of [...errorCodes, ...fieldCodes]) expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/)
  for (const code of errorCodes) expect(errorOf(code).title).toMatch(/^[A-Z].*[^.]$/)
})
