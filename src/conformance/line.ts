/** As the specification says, in another way that the dashboard understands, wrong, or not to be told from what is there. */
export type Verdict = 'as specified' | 'otherwise' | 'wrong' | 'not known'

export const parts = [
  'Operations',
  'Lists',
  'Values',
  'Refusals',
  'Connection',
  'Beyond the specification',
  'Writes',
] as const
export type Part = (typeof parts)[number]

/** One thing that was looked at, and what was found, in plain words. */
export type Line = { part: Part; name: string; verdict: Verdict; says: string }

export type Note = (part: Part, name: string, verdict: Verdict, says: string) => void
