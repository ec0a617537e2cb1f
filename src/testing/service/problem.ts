import { expect } from 'vitest'
import { type ErrorCode, errorOf } from '#contract/responses/error-codes.ts'

/** The whole body of an error response. `message` is compared exactly if it is text; the request ID is any. */
export const problem = (code: ErrorCode, message: unknown, more: object = {}) => ({
  code,
  message,
  status: errorOf(code).status,
  ...more,
  request_id: expect.any(String),
  type: `urn:seo-reports:error:${code}`,
  title: errorOf(code).title,
})
