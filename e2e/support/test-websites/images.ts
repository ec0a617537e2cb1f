import { crc32, deflateSync } from 'node:zlib'

/** Returns a grey PNG of the given size. */
export function png(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  const rows = Buffer.alloc((width + 1) * height, 200)
  // Each row starts with its filter type. 0 means none.
  for (let row = 0; row < height; row++) rows[row * (width + 1)] = 0
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  return Buffer.concat([uint32(data.length), body, uint32(crc32(body))])
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/** Returns a single-colour WebP. Its five Huffman codes have one symbol each, so pixels take no space. */
export function webp(width: number, height: number): Buffer {
  const bits: number[] = []
  const put = (value: number, count: number) => {
    for (let bit = 0; bit < count; bit++) bits.push((value >> bit) & 1)
  }
  put(width - 1, 14)
  put(height - 1, 14)
  // No alpha, version 0, no transform, no colour cache, one group of Huffman codes.
  put(0, 1 + 3 + 1 + 1 + 1)
  for (const symbol of [140, 150, 130, 255]) {
    put(0b101, 3)
    put(symbol, 8)
  }
  put(0b0001, 4)
  const data = Buffer.alloc(Math.ceil(bits.length / 8))
  bits.forEach((bit, at) => (data[at >> 3] = (data[at >> 3] ?? 0) | (bit << (at & 7))))
  const body = Buffer.concat([Buffer.from([0x2f]), data])
  const padded = body.length % 2 ? Buffer.concat([body, Buffer.alloc(1)]) : body
  const size = (value: number) => Buffer.from(Uint32Array.of(value).buffer)
  return Buffer.concat([
    Buffer.from('RIFF'),
    size(12 + padded.length),
    Buffer.from('WEBPVP8L'),
    size(body.length),
    padded,
  ])
}

/** Returns the start of a JPEG with the given size, padded to `bytes`. Enough for readers that don't decode it. */
export function jpeg(width: number, height: number, bytes: number): Buffer {
  const frame = [
    0xff,
    0xc0,
    0,
    17,
    8,
    height >> 8,
    height & 255,
    width >> 8,
    width & 255,
    3,
    1,
    0x22,
    0,
    2,
    0x11,
    1,
    3,
    0x11,
    1,
  ]
  const start = Buffer.from([0xff, 0xd8, ...frame])
  return Buffer.concat([start, Buffer.alloc(bytes - start.length, 7)])
}
