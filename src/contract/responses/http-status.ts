/** Returns true if an HTTP status is a success, 200 to 299 (RFC 9110, 15.3). Null is no response. */
export const isSuccess = (status: number | null): boolean => status !== null && status >= 200 && status < 300
