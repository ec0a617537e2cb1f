import { canonicalValid } from '../checks/canonical-valid.ts'
import { htmlSize } from '../checks/html-size.ts'
import { httpStatus } from '../checks/http-status.ts'
import { noindex } from '../checks/noindex.ts'
import { redirectChain } from '../checks/redirect-chain.ts'
import { robotsBlocked } from '../checks/robots-blocked.ts'
import { robotsValid } from '../checks/robots-valid.ts'
import type { Line } from './line.ts'

export const crawl: Line[] = [
  [httpStatus, 'high', { gate: true }],
  [noindex, 'high', { gate: true }],
  [robotsBlocked, 'high', { gate: true }],
  [robotsValid, 'medium'],
  [redirectChain, 'medium'],
  [htmlSize, 'high'],
  [canonicalValid, 'medium'],
]
