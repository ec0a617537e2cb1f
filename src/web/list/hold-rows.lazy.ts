import { holdRows } from './hold-rows.ts'
import { holdRowsBy } from './use-list-rows.ts'

holdRowsBy(holdRows)
