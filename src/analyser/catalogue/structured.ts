import { breadcrumb } from '../checks/breadcrumb.ts'
import { favicon } from '../checks/favicon.ts'
import { jsonldParse } from '../checks/jsonld-parse.ts'
import { jsonldRequired } from '../checks/jsonld-required.ts'
import { retiredTypes } from '../checks/retired-types.ts'
import { structuredPresence } from '../checks/structured-presence.ts'
import type { Line } from './line.ts'

export const structured: Line[] = [
  [jsonldParse, 'high'],
  [jsonldRequired, 'medium'],
  [breadcrumb, 'low'],
  [favicon, 'low'],
  [retiredTypes, 'low', { shown: true }],
  [structuredPresence, 'low', { shown: true }],
]
