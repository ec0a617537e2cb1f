import type { Importance } from '#contract/analysis.ts'
import type { AnyCheck } from '../define-check.ts'

/** A `gate` that fails holds the whole score down. What is only `shown` is never scored. */
type Flags = { gate?: true; shown?: true }

export type Line = [check: AnyCheck, importance: Importance, flags?: Flags]
