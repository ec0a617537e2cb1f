/** Cached, because building a table takes long. */
const tables = new Map<string, Map<string, number[]>>()

/** Encodes a text in a legacy encoding, by a table of all bytes and pairs of bytes: the platform can only decode. */
export function encode(text: string, encoding: string): Uint8Array {
  const table = tables.get(encoding) ?? tableOf(encoding)
  tables.set(encoding, table)
  return Uint8Array.from(
    [...text].flatMap((char) => {
      const bytes = table.get(char)
      if (!bytes) throw new Error(`${encoding} has no ${char}`)
      return bytes
    }),
  )
}

function tableOf(encoding: string): Map<string, number[]> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  const table = new Map<string, number[]>()
  const add = (bytes: number[]) => {
    try {
      const char = decoder.decode(Uint8Array.from(bytes))
      if ([...char].length === 1 && !table.has(char)) table.set(char, bytes)
    } catch {
      // These bytes are no character.
    }
  }
  for (let first = 0; first < 256; first++) add([first])
  for (let first = 0x81; first < 255; first++) for (let second = 0x30; second < 255; second++) add([first, second])
  return table
}

export function utf16(text: string, order: 'le' | 'be', bom = true): Uint8Array {
  const bytes = Buffer.from(bom ? `\uFEFF${text}` : text, 'utf16le')
  return Uint8Array.from(order === 'le' ? bytes : bytes.swap16())
}
