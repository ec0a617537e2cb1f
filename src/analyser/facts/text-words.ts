/** Safety limits: characters that are read, and words that are kept. Generated pages without end are short. */
const [maxLength, maxWords] = [50_000, 400]

/** Languages in which dates are written. */
const languages = 'bg ca cs da de el en es et fi fr hr hu id it lt lv nb nl pl pt ro ru sk sl sr sv tr uk vi'.split(' ')

const day = (month: number, date: number) => new Date(Date.UTC(2026, month, date, 12))

/** The names of months and weekdays, alone and in dates, which some languages inflect. */
const readDateWords = (): ReadonlySet<string> =>
  new Set(
    languages.flatMap((language) =>
      (['long', 'short'] as const).flatMap((length) => {
        const form = (options: Intl.DateTimeFormatOptions) =>
          new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' })
        const [month, date, weekday] = [
          form({ month: length }),
          form({ month: length, day: 'numeric' }),
          form({ weekday: length }),
        ]
        const months = Array.from({ length: 12 }, (_, at) => [month.format(day(at, 1)), date.format(day(at, 1))])
        const weekdays = Array.from({ length: 7 }, (_, at) => weekday.format(day(0, at + 1)))
        return [...months.flat(), ...weekdays].flatMap((text) => wordsOf(text))
      }),
    ),
  )

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
}

let dateWords: ReadonlySet<string> | undefined

/**
 * Returns hashes of the different words of a text, without dates and numbers, so that the pages of a calendar are
 * alike. Of long texts, it keeps those words that all texts would keep.
 */
export function textWords(text: string): number[] {
  const ofDates = (dateWords ??= readDateWords())
  const words = [...new Set(wordsOf(text.slice(0, maxLength)))]
  const kept = words.filter((word) => !/\p{N}/u.test(word) && !ofDates.has(word)).map(hashOf)
  return [...new Set(kept)].toSorted((a, b) => a - b).slice(0, maxWords)
}

/** FNV-1a. */
function hashOf(word: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193)
  return hash >>> 0
}
