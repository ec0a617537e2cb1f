import { canonicalElsewhere } from '../checks/canonical-elsewhere.ts'
import { canonicalValid } from '../checks/canonical-valid.ts'
import { htmlSize } from '../checks/html-size.ts'
import { httpStatus } from '../checks/http-status.ts'
import { metaRefresh } from '../checks/meta-refresh.ts'
import { noindexHidden } from '../checks/noindex-hidden.ts'
import { noindex } from '../checks/noindex.ts'
import { redirectChain } from '../checks/redirect-chain.ts'
import { robotsBlocked } from '../checks/robots-blocked.ts'
import { robotsValid } from '../checks/robots-valid.ts'
import { snippetLimits } from '../checks/snippet-limits.ts'
import type { Line } from './line.ts'

export const crawl: Line[] = [
  [httpStatus, 'high', { gate: true }],
  [noindex, 'high', { gate: true }],
  [robotsBlocked, 'high', { gate: true }],
  [robotsValid, 'medium'],
  [noindexHidden, 'medium'],
  [redirectChain, 'medium'],
  [htmlSize, 'high'],
  [canonicalValid, 'medium'],
  [canonicalElsewhere, 'medium'],
  [snippetLimits, 'low'],
  [metaRefresh, 'low'],
]
