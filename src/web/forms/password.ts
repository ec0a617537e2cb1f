/** Letters and digits that are not confused with one another when read aloud or copied by hand. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
const groups = 4
const groupLength = 5

type RandomBytes = (count: number) => Uint8Array

const browserRandom: RandomBytes = (count) => crypto.getRandomValues(new Uint8Array(count))

/** Returns 20 random characters in readable groups (99 bits of entropy): `kx7mq-…`. */
export function generatePassword(random: RandomBytes = browserRandom): string {
  const unbiased = 256 - (256 % alphabet.length)
  let characters = ''
  while (characters.length < groups * groupLength) {
    for (const byte of random(32)) {
      // Bytes at or above the last multiple of the alphabet's length would favour its first letters.
      if (byte < unbiased && characters.length < groups * groupLength) characters += alphabet[byte % alphabet.length]
    }
  }
  return characters.match(new RegExp(`.{${groupLength}}`, 'g'))!.join('-')
}

/** Returns true if the password looks like a generated one, which nobody knows unless it was copied. */
export const isGenerated = (password: string) =>
  new RegExp(`^([${alphabet}]{${groupLength}}-){${groups - 1}}[${alphabet}]{${groupLength}}$`).test(password)

export type Strength = 'weak' | 'fair' | 'long'

/** Rates length (in code points) and variety only. It does not detect words that are easy to guess. */
export function strengthOf(password: string): { strength: Strength; length: number } {
  const characters = [...password]
  const different = new Set(characters).size
  const onlyDigits = /^\d+$/.test(password)
  const length = characters.length
  if (length < 8 || different < 5 || (onlyDigits && length < 12)) return { strength: 'weak', length }
  return { strength: length < 12 || different < 8 ? 'fair' : 'long', length }
}
