import { createCipheriv, createDecipheriv, createHash, randomBytes, scrypt } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

/** `id` tells keys apart and reveals nothing of them. */
export type Key = { id: string; bytes: Buffer }

export type IdentityKeys = {
  /** Returns the key for new values, which is created on first use. Throws a {@link KeyUnavailable}. */
  forSealing(): Key
  /** Returns the key that values were encrypted with; undefined if this server doesn't have it. */
  forOpening(id: string): Key | undefined
}

/** There is no key to encrypt with. The message is a sentence for the person who sets an identity. */
export class KeyUnavailable extends Error {}

export const secretName = 'SEO_REPORTS_SECRET'
const keyBytes = 32

/**
 * Returns the keys of this server: the one of `SEO_REPORTS_SECRET`, and the one in the data folder. Without a data
 * folder, as with PostgreSQL, there is no file, because each process would have its own.
 */
export async function createIdentityKeys(secret: string | null, dataDir: string | null): Promise<IdentityKeys> {
  const ofSecret = secret === null ? undefined : keyOf(await deriveKey(secret))
  return {
    forSealing() {
      if (ofSecret) return ofSecret
      if (dataDir !== null) return readKeyFile(dataDir) ?? createKeyFile(dataDir)
      throw new KeyUnavailable(
        `This server can’t encrypt secrets. Its administrator must set ${secretName}, because it uses PostgreSQL.`,
      )
    },
    forOpening(id) {
      if (ofSecret?.id === id || dataDir === null) return ofSecret?.id === id ? ofSecret : undefined
      try {
        const ofFile = readKeyFile(dataDir)
        return ofFile?.id === id ? ofFile : undefined
      } catch (error) {
        if (error instanceof KeyUnavailable) return undefined
        throw error
      }
    },
  }
}

/** The same secret always gives the same key, also in other processes. A slow function protects short secrets. */
const deriveKey = (secret: string) =>
  promisify<string, string, number, { N: number; maxmem: number }, Buffer>(scrypt)(
    secret,
    'seo-reports identity',
    keyBytes,
    { N: 2 ** 15, maxmem: 2 ** 26 },
  )

const keyOf = (bytes: Buffer): Key => ({
  id: createHash('sha256').update('key id').update(bytes).digest('base64url').slice(0, 12),
  bytes,
})

const fileName = 'identity.key'
/** Backups don't have this file, so that they are useless without it. */
export const keyFile = (dataDir: string) => path.join(dataDir, fileName)

function readKeyFile(dataDir: string): Key | undefined {
  const name = keyFile(dataDir)
  const stats = statSync(name, { throwIfNoEntry: false })
  if (!stats) return undefined
  // Windows has no such modes.
  if (process.platform !== 'win32' && (stats.mode & 0o077) !== 0)
    throw new KeyUnavailable(`Other users can read ${fileName} in the server’s data folder. Give it the mode 600.`)
  const bytes = read(name)
  if (bytes?.length !== keyBytes)
    throw new KeyUnavailable(
      `The server can’t use ${fileName} in its data folder. Restore the file, or remove it, and set identities and client secrets again.`,
    )
  return keyOf(bytes)
}

function read(name: string): Buffer | undefined {
  try {
    return Buffer.from(readFileSync(name, 'utf8').trim(), 'base64url')
  } catch {
    return undefined
  }
}

/** The file is complete as soon as it has its name. */
function createKeyFile(dataDir: string): Key {
  const bytes = randomBytes(keyBytes)
  const unfinished = `${keyFile(dataDir)}.unfinished`
  rmSync(unfinished, { force: true })
  const file = openSync(unfinished, 'wx', 0o600)
  try {
    writeSync(file, `${bytes.toString('base64url')}\n`)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  // Unlike a rename, it never replaces a key.
  linkSync(unfinished, keyFile(dataDir))
  rmSync(unfinished)
  return keyOf(bytes)
}

const cipher = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/** Encrypts a text. It can be decrypted only in the same context, so that a row can't be moved to another website. */
export function seal({ bytes }: Key, text: string, context: string): Buffer {
  const nonce = randomBytes(nonceBytes)
  const encrypting = createCipheriv(cipher, bytes, nonce).setAAD(Buffer.from(context))
  const content = Buffer.concat([encrypting.update(text, 'utf8'), encrypting.final()])
  return Buffer.concat([nonce, encrypting.getAuthTag(), content])
}

/** Returns the text, or null if it was changed or encrypted with another key or in another context. */
export function open({ bytes }: Key, sealed: Buffer, context: string): string | null {
  const nonce = sealed.subarray(0, nonceBytes)
  const tag = sealed.subarray(nonceBytes, nonceBytes + tagBytes)
  try {
    const decrypting = createDecipheriv(cipher, bytes, nonce, { authTagLength: tagBytes })
      .setAAD(Buffer.from(context))
      .setAuthTag(tag)
    return decrypting.update(sealed.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decrypting.final('utf8')
  } catch {
    return null
  }
}
