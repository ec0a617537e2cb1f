type Header = { description: string; required?: true; schema: { type: 'string' | 'integer'; pattern?: string } }

export const headers = {
  'X-Request-Id': {
    description: "Names this request in the service's log.",
    required: true,
    schema: { type: 'string' },
  },
  Location: {
    description: 'The path of what was made.',
    required: true,
    schema: { type: 'string', pattern: '^/api/v1/' },
  },
  ETag: {
    description: 'Names this version, for `If-Match` or `If-None-Match`.',
    required: true,
    schema: { type: 'string', pattern: '^(W/)?"[^"]+"$' },
  },
  'WWW-Authenticate': {
    description: 'How a key is shown.',
    required: true,
    schema: { type: 'string', pattern: '^Bearer$' },
  },
  'Retry-After': {
    description: 'Seconds until it is worth trying again.',
    required: true,
    schema: { type: 'integer' },
  },
  Allow: { description: 'The methods that the path knows.', required: true, schema: { type: 'string' } },
  'X-Total-Count': {
    description: 'How many rows the file has; a few less come when some are deleted on the way.',
    required: true,
    schema: { type: 'integer' },
  },
  'Content-Disposition': {
    description: "The file's name.",
    required: true,
    schema: { type: 'string', pattern: '^attachment' },
  },
  'Set-Cookie': { description: 'Keeps for this browser that the password was right.', schema: { type: 'string' } },
  'RateLimit-Limit': {
    description: 'Requests a minute of this key, where the service limits them.',
    schema: { type: 'integer' },
  },
  'RateLimit-Remaining': { description: 'What is left of them.', schema: { type: 'integer' } },
  'RateLimit-Reset': { description: 'Seconds until they are counted anew.', schema: { type: 'integer' } },
} as const satisfies Record<string, Header>

export type HeaderName = keyof typeof headers
export const rateLimitHeaders = [
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
] as const satisfies HeaderName[]
