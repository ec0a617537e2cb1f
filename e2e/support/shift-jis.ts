/** Encodes text as Shift_JIS by asking the platform's decoder what each two-byte code stands for. */
export function shiftJis(text: string): Buffer {
  const decoder = new TextDecoder('shift_jis')
  const codes = new Map<string, number[]>()
  const leads = [...range(0x81, 0x9f), ...range(0xe0, 0xfc)]
  for (const lead of leads) {
    for (const trail of range(0x40, 0xfc)) {
      const character = decoder.decode(Uint8Array.of(lead, trail))
      if ([...character].length === 1 && !codes.has(character)) codes.set(character, [lead, trail])
    }
  }
  return Buffer.from([...text].flatMap((character) => codes.get(character) ?? [character.charCodeAt(0) & 0x7f]))
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)
