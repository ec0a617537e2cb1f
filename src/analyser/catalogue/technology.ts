import { charset } from '../checks/charset.ts'
import { doctype } from '../checks/doctype.ts'
import { duplicateIds } from '../checks/duplicate-ids.ts'
import { formLabels } from '../checks/form-labels.ts'
import { stack } from '../checks/stack.ts'
import { viewport } from '../checks/viewport.ts'
import type { Line } from './line.ts'

export const technology: Line[] = [
  [viewport, 'medium'],
  [charset, 'low'],
  [doctype, 'low'],
  [duplicateIds, 'low'],
  [formLabels, 'low'],
  [stack, 'low', { shown: true }],
]
