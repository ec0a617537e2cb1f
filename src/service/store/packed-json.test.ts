import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { zstdCompressSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { newVerdict } from '#testing/reports.ts'
import { pack, unpack } from './packed-json.ts'

it.each([{}, { text: 'Bücher für “alle” 😀' }, newVerdict(), { long: 'x'.repeat(5_000_000) }])(
  'what is packed is unpacked as it was',
  (value) => {
    expect(unpack(pack(value))).toEqual(value)
    expect(unpack(new Uint8Array(pack(value)))).toEqual(value)
  },
)

it('reads payloads of the first version, without a dictionary', () => {
  expect(unpack(zstdCompressSync(JSON.stringify(newVerdict())))).toEqual(newVerdict())
})

it('rejects other bytes', () => {
  for (const bytes of ['', 'nonsense', '\u0001', '\u0001nonsense']) expect(() => unpack(Buffer.from(bytes))).toThrow()
})

it('has the dictionary that stored payloads need', () => {
  expect(hash('sha256', readFileSync(new URL('./dictionaries/1.txt', import.meta.url)))).toBe(
    '9fc5ba3031d71d03bb5ae8be0adeada650aaeb742dd86a7557d09a20516647e7',
  )
})
