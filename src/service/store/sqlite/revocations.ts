import Database from 'better-sqlite3'

/** An API key or share link that was revoked after a backup, and must stay revoked when the backup is restored. */
export type Revocation = { kind: 'key' | 'link'; id: string | number; name: string }

type Revoked = { id: string | number; secret: string; at: string }

/** Finds a key or link by its ID and its secret's hash, because another database may use the same ID. */
const statements = {
  key: {
    find: 'select id, secret_hash as secret, revoked_at as at from api_keys where revoked_at is not null',
    revoke: `update api_keys set revoked_at = @at where id = @id and secret_hash = @secret and revoked_at is null
      returning id, name`,
  },
  link: {
    find: 'select id, token_hash as secret, revoked_at as at from links where revoked_at is not null',
    // Deletes its snapshot too, as revoking a link by hand does.
    revoke: `update links set revoked_at = @at, snapshot = null
      where id = @id and token_hash = @secret and revoked_at is null
      returning id, case label when '' then title else label end as name`,
  },
}

/**
 * Revokes in `file` what is revoked in one of `replaced`, the newest first. Deletes its sign-in tokens too, since they
 * may have been used. Also returns the files that could not be read.
 */
export function carryRevocations(file: Database.Database, replaced: readonly string[]) {
  const revocations: Revocation[] = []
  const unreadable: string[] = []
  const carryAll = file.transaction(() => {
    for (const name of replaced) {
      try {
        for (const revocation of carryFrom(name, file)) revocations.push(revocation)
      } catch {
        unreadable.push(name)
      }
    }
    file.prepare('delete from sign_in_tokens').run()
  })
  carryAll()
  return { revocations, unreadable }
}

/** Yields one at a time, so that the readable part of a damaged file is not lost. */
function* carryFrom(name: string, file: Database.Database): Generator<Revocation> {
  const other = new Database(name, { readonly: true, fileMustExist: true })
  try {
    const tables = other.prepare('select count(*) from sqlite_master').pluck().get()
    // A start that ended early leaves an empty file.
    if (tables === 0) return
    for (const kind of ['key', 'link'] as const) {
      const { find, revoke } = statements[kind]
      const update = file.prepare<[Revoked], Omit<Revocation, 'kind'>>(revoke)
      for (const one of other.prepare<[], Revoked>(find).iterate()) {
        const row = update.get(one)
        if (row) yield { kind, ...row }
      }
    }
  } finally {
    other.close()
  }
}
