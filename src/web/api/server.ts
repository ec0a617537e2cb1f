/** The server this dashboard speaks to. Query keys and storage names carry it, so that two servers never mix. */
export const server: string = globalThis.location?.origin ?? 'http://localhost'
