import { https } from '../checks/https.ts'
import { mixedContent } from '../checks/mixed-content.ts'
import type { Line } from './line.ts'

export const security: Line[] = [
  [https, 'high'],
  [mixedContent, 'high'],
]
