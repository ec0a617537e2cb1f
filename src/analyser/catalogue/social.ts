import { ogCore } from '../checks/og-core.ts'
import { ogDescription } from '../checks/og-description.ts'
import { ogImage } from '../checks/og-image.ts'
import { twitterCard } from '../checks/twitter-card.ts'
import type { Line } from './line.ts'

export const social: Line[] = [
  [ogCore, 'medium'],
  [ogDescription, 'low'],
  [ogImage, 'low'],
  [twitterCard, 'low'],
]
