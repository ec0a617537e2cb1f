import type { Engine } from '../engine.ts'

/**
 * Lets keys be renewed by use, and gives the keys of sign-in links 30 days since their last use. Their name, with the
 * day of their creation, tells them apart from other keys.
 */
export function signInKeyExpiry(engine: Engine): string[] {
  const lastUse = 'coalesce(last_used_at, created_at)'
  const end =
    engine === 'postgres'
      ? `to_char((${lastUse}::timestamptz + interval '30 days') at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
      : `strftime('%Y-%m-%dT%H:%M:%fZ', ${lastUse}, '+30 days')`
  return [
    'alter table api_keys add column renewed_for_days integer',
    `update api_keys set renewed_for_days = 30, expires_at = ${end}
      where expires_at is null and role = 'full' and name = 'Sign-in link, ' || substr(created_at, 1, 10)`,
  ]
}
