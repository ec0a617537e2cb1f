import { ogCore } from '../checks/og-core.ts'
import type { Line } from './line.ts'

export const social: Line[] = [
  [ogCore, 'medium'],
]
