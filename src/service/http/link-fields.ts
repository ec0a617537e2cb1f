import { readId } from '#contract/id.ts'
import { type LinkKind, type LinkMode, linkKinds, linkModes, maxLinkLabel } from '#contract/links.ts'
import { orList } from '#contract/query-params.ts'
import { type ViewList, viewLists } from '#contract/views.ts'
import { maxPasswordLength } from '#contract/website.ts'
import type { Fields } from './fields.ts'
import { readMoment } from './moment.ts'
import { unprocessable } from './problem.ts'
import { readQueryField } from './view-fields.ts'

export type LinkTarget =
  | { kind: 'report'; id: number }
  | { kind: 'website'; id: number }
  | { kind: 'view'; list: ViewList; query: string }

/** A link as it is to be made; whether there is what it leads to is not looked at. */
export type LinkWish = {
  target: LinkTarget
  mode: LinkMode
  label: string
  expiresAt: string | null
  password: string | null
}

type Errors = Record<string, string[]>

/** Throws a 422 that names all that is wrong. */
export function readNewLink(fields: Fields, now = Date.now()): LinkWish {
  const errors: Errors = {}
  const kind = linkKinds.find((one) => one === fields.get('kind'))
  if (!kind) errors['kind'] = [`kind must be ${orList(linkKinds)}.`]
  const target = kind && readTarget(kind, fields, errors)
  const mode = readMode(kind, fields.get('mode') || 'live', errors)
  const label = readLabel(fields.get('label') ?? '', errors)
  const expiresAt = readExpiry(fields.get('expires_at')?.trim() ?? '', now, errors)
  const password = fields.get('password') || null
  if (password !== null && !isPassword(password))
    errors['password'] = [`password must be text of 1 to ${maxPasswordLength} characters.`]
  if (!target || Object.keys(errors).length > 0) throw unprocessable(errors)
  return { target, mode, label, expiresAt, password }
}

function readTarget(kind: LinkKind, fields: Fields, errors: Errors): LinkTarget | undefined {
  if (kind !== 'view') {
    const id = readId(fields.get(`${kind}_id`)?.trim())
    if (id === null) errors[`${kind}_id`] = [`${kind}_id must be the number of a ${kind}.`]
    return id === null ? undefined : { kind, id }
  }
  const list = viewLists.find((one) => one === fields.get('list'))
  if (!list) errors['list'] = [`list must be ${orList(viewLists)}.`]
  return list && { kind, list, query: readQueryField(list, fields.get('query') ?? '', errors) }
}

function readMode(kind: LinkKind | undefined, given: string, errors: Errors): LinkMode {
  const mode = linkModes.find((one) => one === given)
  if (!mode) errors['mode'] = [`mode must be ${orList(linkModes)}.`]
  else if (mode === 'frozen' && kind !== undefined && kind !== 'report')
    errors['mode'] = ['mode can be frozen for a report alone.']
  return mode ?? 'live'
}

function readLabel(given: string, errors: Errors): string {
  const label = given.trim()
  const isLabel =
    label.isWellFormed() &&
    !/\p{Cc}/u.test(label) &&
    label.length <= 2 * maxLinkLabel &&
    [...label].length <= maxLinkLabel
  if (!isLabel) errors['label'] = [`label must be text of at most ${maxLinkLabel} characters, in one line.`]
  return label
}

function readExpiry(given: string, now: number, errors: Errors): string | null {
  if (given === '') return null
  const time = readMoment(given)
  if (time === undefined) errors['expires_at'] = ['expires_at must be a time such as 2027-01-31T12:00:00Z.']
  else if (time <= now) errors['expires_at'] = ['expires_at must lie in the future.']
  else return new Date(time).toISOString()
  return null
}

const isPassword = (text: string) =>
  text.isWellFormed() && text.length <= 2 * maxPasswordLength && [...text].length <= maxPasswordLength
