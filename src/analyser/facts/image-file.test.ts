import { describe, expect, it } from 'vitest'
import { readImage } from './image-file.ts'

const text = (value: string) => new TextEncoder().encode(value)
const bytes = (...parts: (string | number[] | Uint8Array)[]) =>
  Uint8Array.from(
    parts.flatMap((part) => (typeof part === 'string' ? [...part].map((char) => char.charCodeAt(0)) : [...part])),
  )
const big = (value: number) => [24, 16, 8, 0].map((shift) => (value >>> shift) & 255)
const png = (width: number, height: number) =>
  bytes('\x89PNG\r\n\x1a\n', big(13), 'IHDR', big(width), big(height), [8, 6, 0, 0, 0])
const ico = (...sizes: number[]) =>
  bytes([0, 0, 1, 0, sizes.length, 0], ...sizes.map((size) => [size, size, 0, 0, 1, 0, 32, 0, 0, 0, 0, 0, 0, 0, 0, 0]))
const gif = bytes('GIF89a', [16, 0, 32, 0], [0, 0, 0])
const webp = bytes('RIFF', [30, 0, 0, 0], 'WEBPVP8X', [10, 0, 0, 0, 0, 0, 0, 0, 199, 0, 0, 99, 0, 0])
const jpeg = bytes([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xc0, 0, 17, 8, 0, 90, 0, 120, 3, 0, 0, 0, 0])
const box = (name: string, ...inside: (string | number[] | Uint8Array)[]) => {
  const body = bytes(...inside)
  return bytes(big(body.length + 8), name, body)
}
const avif = bytes(
  box('ftyp', 'avif', big(0), 'avif'),
  box('meta', big(0), box('iprp', box('ipco', box('ispe', big(0), big(640), big(480))))),
)

describe('an image by its bytes', () => {
  it.each([
    ['PNG', png(48, 48), { type: 'png', width: 48, height: 48 }],
    ['GIF', gif, { type: 'gif', width: 16, height: 32 }],
    ['JPEG', jpeg, { type: 'jpg', width: 120, height: 90 }],
    ['WebP', webp, { type: 'webp', width: 200, height: 100 }],
    ['AVIF', avif, { type: 'avif', width: 640, height: 480 }],
    ['ICO with one size', ico(16), { type: 'ico', width: 16, height: 16 }],
    ['ICO with several, the largest', ico(16, 48, 32), { type: 'ico', width: 48, height: 48 }],
    ['ICO of 256 pixels, written as 0', ico(32, 0), { type: 'ico', width: 256, height: 256 }],
    [
      'a PNG that claims to be huge',
      png(4_000_000_000, 4_000_000_000),
      { type: 'png', width: 4_000_000_000, height: 4_000_000_000 },
    ],
    ['a PNG inside a longer buffer', bytes([1, 2, 3], png(9, 7)).subarray(3), { type: 'png', width: 9, height: 7 }],
    ['SVG with sides', text('<svg width="32" height="24.4px"/>'), { type: 'svg', width: 32, height: 24 }],
    [
      'SVG with a view box',
      text('\uFEFF<?xml version="1.0"?>\n<!-- <html> --><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">'),
      { type: 'svg', width: 16, height: 16 },
    ],
    [
      'SVG with one side and a view box',
      text("<svg viewBox='0,0,100,50' width='1in' height='100%'>"),
      { type: 'svg', width: 96, height: 48 },
    ],
    [
      'SVG with a document type',
      text(
        '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x.dtd" [<!ENTITY a "b>">]>\n<svg:svg width="8" height="8">',
      ),
      { type: 'svg', width: 8, height: 8 },
    ],
    [
      'SVG without a size',
      text('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 0 5">'),
      { type: 'svg', width: null, height: null },
    ],
  ])('reads %s', (_, file, expected) => {
    expect(readImage(file)).toEqual(expected)
  })

  it.each([
    ['nothing', new Uint8Array()],
    ['one byte', Uint8Array.of(0x89)],
    ['zeros', new Uint8Array(1000)],
    ['text', text('BM is how this text begins')],
    ['HTML', text('<!doctype html><html><body>No such page</body></html>')],
    [
      'HTML with a drawing near its top',
      text('<!doctype html><html><body><svg width="48" height="48"></svg></body></html>'),
    ],
    ['a comment that never ends', text(`<!--${'-'.repeat(100_000)}`)],
    ['a PNG cut in its header', png(48, 48).subarray(0, 18)],
    ['a PNG without width', png(0, 48)],
    ['an ICO that counts more than it holds', bytes([0, 0, 1, 0, 0xff, 0xff, 16, 16])],
    ['a JPEG without a frame', bytes([0xff, 0xd8, 0xff], new Uint8Array(300_000).fill(0xff))],
    ['an AVIF of broken boxes', bytes(box('ftyp', 'avif', big(0)), big(1), 'meta', big(0xffffffff), 'iprp')],
  ])('does not accept %s as an image', (_, file) => {
    expect(readImage(file)).toBeNull()
  })

  it('reads only the start of a file of countless boxes', () => {
    const many = Buffer.alloc(100_000, Buffer.from(box('ispe', big(0), big(2), big(2))))
    expect(
      readImage(bytes(box('ftyp', 'avif', big(0)), box('meta', big(0), box('iprp', box('ipco', many))))),
    ).toBeNull()
  })

  it('takes an SVG of endless quotes and attributes', () => {
    expect(readImage(text(`<svg ${'a="'.repeat(5_000)}`))).toEqual({ type: 'svg', width: null, height: null })
    expect(readImage(text(`<svg ${'\t'.repeat(16_000)}`))).toEqual({ type: 'svg', width: null, height: null })
  })
})
