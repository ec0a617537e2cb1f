/** “1,204” */
export const grouped = (number: number) => number.toLocaleString('en')

/** “1 page”, “1,204 pages” */
export const counted = (count: number, one: string, many = `${one}s`) => `${grouped(count)} ${count === 1 ? one : many}`

/** Writes points of a score as a whole number: “12”, and “<1” for less than half a point. */
export const wholePoints = (points: number) => (points > 0 && points < 0.5 ? '<1' : grouped(Math.round(points)))

const threeDigits = (number: number) => number.toLocaleString('en', { maximumSignificantDigits: 3 })

/** Writes a number of bytes in decimal units, as browsers do: “812 bytes”, “48.2 KB”, “2.71 MB”. */
export const formatBytes = (bytes: number): string => inUnits(bytes, threeDigits, threeDigits)

/** Writes a rough number of bytes for a sentence: “812 bytes”, “48 KB”, “2.7 MB”. */
export const formatRoughBytes = (bytes: number): string =>
  inUnits(
    bytes,
    (thousands) => `${Math.round(thousands)}`,
    (millions) => millions.toFixed(1),
  )

type Write = (number: number) => string

function inUnits(bytes: number, writeThousands: Write, writeMillions: Write): string {
  if (bytes < 1000) return bytes === 1 ? '1 byte' : `${bytes} bytes`
  return bytes < 999_500 ? `${writeThousands(bytes / 1e3)} KB` : `${writeMillions(bytes / 1e6)} MB`
}
