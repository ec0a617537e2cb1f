import type { ReactNode } from 'react'
import type { documentWords } from './words.ts'

/** A section of a client report with its own heading. */
export type Part = { id: keyof typeof documentWords.sections; content: ReactNode }
