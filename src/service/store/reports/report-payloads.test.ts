import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { zstdCompressSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { newEvaluation } from '#testing/store/reports.ts'
import { pack, unpack } from './report-payloads.ts'

it.each([{}, { text: 'Bücher für “alle” 😀' }, newEvaluation(), { long: 'x'.repeat(5_000_000) }])(
  'packed JSON is unpacked as it was',
  (value) => {
    expect(unpack(pack(value))).toEqual(value)
    expect(unpack(new Uint8Array(pack(value)))).toEqual(value)
  },
)

it('payloads of the first version are unpacked without a dictionary', () => {
  expect(unpack(zstdCompressSync(JSON.stringify(newEvaluation())))).toEqual(newEvaluation())
})

it('other bytes are rejected', () => {
  for (const bytes of ['', 'nonsense', '\u0001', '\u0001nonsense']) expect(() => unpack(Buffer.from(bytes))).toThrow()
})

it('the dictionary is the one that stored payloads need', () => {
  expect(hash('sha256', readFileSync(new URL('./dictionaries/1.txt', import.meta.url)))).toBe(
    '9fc5ba3031d71d03bb5ae8be0adeada650aaeb742dd86a7557d09a20516647e7',
  )
})
