import { crawlableAnchors } from '../checks/crawlable-anchors.ts'
import type { Line } from './line.ts'

export const links: Line[] = [
  [crawlableAnchors, 'high'],
]
