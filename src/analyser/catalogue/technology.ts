import { charset } from '../checks/charset.ts'
import { doctype } from '../checks/doctype.ts'
import { viewport } from '../checks/viewport.ts'
import type { Line } from './line.ts'

export const technology: Line[] = [
  [viewport, 'medium'],
  [charset, 'low'],
  [doctype, 'low'],
]
