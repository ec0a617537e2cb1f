import type { WebsiteRecord } from '#service/store/websites.ts'

/** Names a website's settings, not its counters: a new report must not stand in the way of a privacy form. */
export const entityTag = ({ id, updatedAt }: Pick<WebsiteRecord, 'id' | 'updatedAt'>) =>
  `"${id}-${Date.parse(updatedAt).toString(36)}"`

/** If-Match (RFC 9110, 13.1.1): absent and * match anything that exists, weak tags nothing. */
export function isMatch(ifMatch: string | undefined, tag: string): boolean {
  if (ifMatch === undefined || ifMatch.trim() === '*') return true
  return ifMatch.split(',').some((one) => one.trim() === tag)
}

/** If-None-Match compares weakly: a proxy that compresses makes a tag weak. */
export const saysNothingNew = (ifNoneMatch: string | undefined, tag: string) =>
  ifNoneMatch?.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === tag) ?? false
