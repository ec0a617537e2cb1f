import { cacheHeaders } from '../checks/cache-headers.ts'
import { compression } from '../checks/compression.ts'
import { domSize } from '../checks/dom-size.ts'
import { fieldVitals } from '../checks/field-vitals.ts'
import { httpVersion } from '../checks/http-version.ts'
import { imageWeight } from '../checks/image-weight.ts'
import { lazyLcp } from '../checks/lazy-lcp.ts'
import { minification } from '../checks/minification.ts'
import { modernImages } from '../checks/modern-images.ts'
import { renderBlocking } from '../checks/render-blocking.ts'
import { requests } from '../checks/requests.ts'
import { transferWeight } from '../checks/transfer-weight.ts'
import { ttfb } from '../checks/ttfb.ts'
import { unsizedImages } from '../checks/unsized-images.ts'
import type { Line } from './line.ts'

export const performance: Line[] = [
  [ttfb, 'low'],
  [compression, 'medium'],
  [transferWeight, 'medium'],
  [requests, 'low'],
  [renderBlocking, 'medium'],
  [unsizedImages, 'medium'],
  [lazyLcp, 'medium'],
  [modernImages, 'low'],
  [imageWeight, 'low'],
  [domSize, 'low'],
  [cacheHeaders, 'low'],
  [httpVersion, 'low'],
  [minification, 'low'],
  [fieldVitals, 'high'],
]
