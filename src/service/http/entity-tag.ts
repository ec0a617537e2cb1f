import type { WebsiteRecord } from '#service/store/websites.ts'

/** Names a website's settings, not its counters: a new report must not stand in the way of a privacy form. */
export const entityTag = ({ id, updatedAt }: Pick<WebsiteRecord, 'id' | 'updatedAt'>) =>
  `"${id}-${Date.parse(updatedAt).toString(36)}"`

/**
 * If-Match (RFC 9110, 13.1.1): absent and * match anything that exists. A tag that came back weak matches too, against
 * the letter: ours name a version, and a proxy that compresses weakens them on the way out.
 */
export const isMatch = (ifMatch: string | undefined, tag: string) => ifMatch === undefined || names(ifMatch, tag)

/** If-None-Match, which compares weakly. */
export const saysNothingNew = (ifNoneMatch: string | undefined, tag: string) =>
  ifNoneMatch !== undefined && names(ifNoneMatch, tag)

const names = (list: string, tag: string) =>
  list.split(',').some((one) => one.trim() === '*' || opaque(one.trim()) === opaque(tag))
const opaque = (tag: string) => tag.replace(/^W\//, '')
