import { urlKey } from '../url-key.ts'

/** The kinds of page groups. */
export const groupKinds = ['folder', 'shape'] as const
export type GroupKind = (typeof groupKinds)[number]

/** Both groups of a page: its folder, which ends with a slash, and the shape of its URL, which the home page lacks. */
export type GroupsOfPage = { folder: string; shape: string | null }

export const groupKindOf = (group: string): GroupKind => (group.endsWith('/') ? 'folder' : 'shape')

const language = /^[a-z]{2}([-_][a-z]{2})?$/i
/** Segments that name one page among many: with a digit, a hyphen, an escape or many letters. */
const variable = /[\d%_-]|^.{21,}$/
const maxGroupLength = 300

/**
 * Returns the groups of a URL. The folder is the first one of its path, below a language: `/blog/`, `/en/blog/`. The
 * shape is the path with `*` for every segment that names one page among many: `/blog/*`.
 */
export function groupsOf(url: string): GroupsOfPage {
  const [path = ''] = urlKey(url)
    .replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '')
    .split(/[?#]/)
  const segments = path.split('/').filter(Boolean)
  const folders = path.endsWith('/') ? segments : segments.slice(0, -1)
  const depth = language.test(folders[0] ?? '') ? 2 : 1
  const folder = ['', ...folders.slice(0, depth), ''].join('/')
  const shape = segments.length === 0 ? null : `/${segments.map(shapeOf).join('/')}`
  return { folder: folder.length > maxGroupLength ? '/' : folder, shape: shape?.slice(0, maxGroupLength) ?? null }
}

function shapeOf(segment: string): string {
  const [, name = '', extension = ''] = /^(.*?)(\.[a-z]{2,5})?$/i.exec(segment) ?? []
  return (variable.test(name) && !language.test(name) ? '*' : name) + extension
}
