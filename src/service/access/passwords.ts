import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. Takes about 20 ms of another thread. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 }
const derive = promisify(argon2)

/** Hashes a password into a PHC string. Equivalent Unicode texts count as the same (NFC). */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await argon2id({ ...cost, message: password.normalize('NFC'), nonce, tagLength: 32 })
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${base64(nonce)}$${base64(tag)}`
}

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z\d+/]+)\$([A-Za-z\d+/]+)$/

export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const [, memory, passes, parallelism, nonce, tag] = phc.exec(hash) ?? []
  if (!memory || !passes || !parallelism || !nonce || !tag)
    throw new Error("A stored password hash isn't an argon2id PHC string.")
  const wanted = Buffer.from(tag, 'base64')
  const found = await argon2id({
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    message: password.normalize('NFC'),
    nonce: Buffer.from(nonce, 'base64'),
    tagLength: wanted.length,
  })
  return timingSafeEqual(found, wanted)
}

const argon2id = (parameters: Argon2Parameters) => derive('argon2id', parameters)
const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
