import { anchorText } from '../checks/anchor-text.ts'
import { brokenExternal } from '../checks/broken-external.ts'
import { brokenInternal } from '../checks/broken-internal.ts'
import { clickDepth } from '../checks/click-depth.ts'
import { crawlableAnchors } from '../checks/crawlable-anchors.ts'
import { insecureLinks } from '../checks/insecure-links.ts'
import { internalNofollow } from '../checks/internal-nofollow.ts'
import { localhostLinks } from '../checks/localhost-links.ts'
import { redirectingLinks } from '../checks/redirecting-links.ts'
import { urlFormat } from '../checks/url-format.ts'
import type { Line } from './line.ts'

export const links: Line[] = [
  [brokenInternal, 'high'],
  [brokenExternal, 'low'],
  [crawlableAnchors, 'high'],
  [anchorText, 'medium'],
  [internalNofollow, 'low'],
  [redirectingLinks, 'low'],
  [insecureLinks, 'medium'],
  [localhostLinks, 'medium'],
  [urlFormat, 'low'],
  [clickDepth, 'low'],
]
