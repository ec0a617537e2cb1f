import { favicon } from '../checks/favicon.ts'
import { jsonldParse } from '../checks/jsonld-parse.ts'
import type { Line } from './line.ts'

export const structured: Line[] = [
  [jsonldParse, 'high'],
  [favicon, 'low'],
]
