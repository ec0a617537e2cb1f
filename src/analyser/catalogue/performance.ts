import { compression } from '../checks/compression.ts'
import type { Line } from './line.ts'

export const performance: Line[] = [
  [compression, 'medium'],
]
