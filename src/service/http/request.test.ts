import { expect, it } from 'vitest'
import { loggedPath } from './request.ts'

const token = '8glLBQPeCcD9dPp58PS_QD1ezwx1vvhj'

it.each([
  [`/s/${token}`, '/s/[redacted]'],
  [`/s/${token}/reports/12`, '/s/[redacted]/reports/12'],
  [`/api/v1/shared/links/${token}`, '/api/v1/shared/links/[redacted]'],
  [`/api/v1/shared/links/${token}/unlock`, '/api/v1/shared/links/[redacted]/unlock'],
  [`/previews/links/${token}.png`, '/previews/links/[redacted]'],
  [`/s%2F${token}`, '/s%2F[redacted]'],
  [`/api/v1/shared/links%2f${token}%2Freports`, '/api/v1/shared/links%2f[redacted]'],
  [`/s/ /${token}`, '/s/[redacted]'],
  [`/x/s/${token}`, '/x/s/[redacted]'],
  [`/${token}`, '/[redacted]'],
  ['/api/v1/jobs/0b7a6c1e-6d4b-4c7e-9a53-0d1d2f3a4b5c', '/api/v1/jobs/0b7a6c1e-6d4b-4c7e-9a53-0d1d2f3a4b5c'],
  [`/s/./${token}`, '/s/[redacted]'],
  [`/s/a/reports/${token}`, '/s/[redacted]'],
  [`/s;/${token}`, '/s;/[redacted]'],
  [`/sign-in#token=${token}`, '/sign-in[redacted]'],
  [`/sign-in%23token=${token}`, '/sign-in[redacted]'],
  ['/sign-in', '/sign-in'],
  ['/api/v1/sign-in', '/api/v1/sign-in'],
  ['/settings', '/settings'],
  ['/api/v1/shared/websites/3/reports', '/api/v1/shared/websites/3/reports'],
])('%s is logged as %s', (path, logged) => expect(loggedPath(path)).toBe(logged))
