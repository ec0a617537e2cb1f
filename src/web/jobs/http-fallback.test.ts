import { expect, it } from 'vitest'
import { ApiError } from '#web/data/api-error.ts'
import { canTryHttp } from './http-fallback.ts'

it.each([
  [['tls'], true],
  [['timeout'], true],
  [['not_html'], false],
  [['dns'], false],
  [[], false],
])('after the reasons %j, http is tried: %s', (codes, expected) => {
  expect(canTryHttp(new ApiError('invalid', '', { status: 422, codes: { url: codes } }))).toBe(expected)
})
