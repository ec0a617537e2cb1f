import { certificate } from '../checks/certificate.ts'
import { cookieFlags } from '../checks/cookie-flags.ts'
import { csp } from '../checks/csp.ts'
import { hsts } from '../checks/hsts.ts'
import { httpToHttps } from '../checks/http-to-https.ts'
import { https } from '../checks/https.ts'
import { insecureForm } from '../checks/insecure-form.ts'
import { mixedContent } from '../checks/mixed-content.ts'
import { otherHeaders } from '../checks/other-headers.ts'
import { tlsVersion } from '../checks/tls-version.ts'
import { versionLeak } from '../checks/version-leak.ts'
import type { Line } from './line.ts'

export const security: Line[] = [
  [https, 'high'],
  [httpToHttps, 'medium'],
  [certificate, 'high'],
  [tlsVersion, 'medium'],
  [mixedContent, 'high'],
  [insecureForm, 'high'],
  [hsts, 'low'],
  [csp, 'low'],
  [otherHeaders, 'low'],
  [versionLeak, 'low'],
  [cookieFlags, 'low'],
]
