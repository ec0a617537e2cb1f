import { maxKeyName, readKeyName } from '#contract/keys.ts'
import { orList } from '#contract/query-params.ts'
import { keyRoles } from '#contract/service-info.ts'
import type { NewKeyWish } from '#service/access/keys.ts'
import type { Fields } from './fields.ts'
import { readMoment } from './moment.ts'
import { unprocessable } from './problem.ts'

/** A key as it is to be made. Throws a 422 that names all that is wrong. */
export function readNewKey(fields: Fields, now = Date.now()): NewKeyWish {
  const errors: Record<string, string[]> = {}
  const name = readKeyName(fields.get('name') ?? '')
  if (name === null) errors['name'] = [`name must be text of 1 to ${maxKeyName} characters, in one line.`]
  const role = keyRoles.find((one) => one === fields.get('role'))
  if (!role) errors['role'] = [`role must be ${orList(keyRoles)}.`]
  const expires = fields.get('expires_at')?.trim() ?? ''
  const time = readMoment(expires)
  if (expires && time === undefined) errors['expires_at'] = ['expires_at must be a time such as 2027-01-31T12:00:00Z.']
  else if (time !== undefined && time <= now) errors['expires_at'] = ['expires_at must lie in the future.']
  if (name === null || !role || Object.keys(errors).length > 0) throw unprocessable(errors)
  return { name, role, expiresAt: time === undefined ? null : new Date(time).toISOString() }
}
