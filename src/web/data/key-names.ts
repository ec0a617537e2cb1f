/** Where a server's key is stored, and the channel that its tabs share. */
export const keyName = (address: string) => `seo-reports:key:${address}`

/** Stores that a server's key is read-only. */
export const readOnlyName = (address: string) => `seo-reports:reads:${address}`
