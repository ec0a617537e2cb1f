import { grouped } from '#contract/format/numbers.ts'

/** The words of an opened check. */
export const checkBodyWords = {
  capped: 'Blocker: the score can’t exceed 49 until you fix this.',
  held: {
    blockers: 'These points count once the blockers are fixed.',
    floor: 'The issues add up to more than 100 points, so the score stays at 0 until you fix more of them.',
  },
  superseded: (name: string) => `Deducts nothing: the check “${name}” deducts points for the same cause.`,
  reason: 'Why',
  how: 'How to fix it',
  importance: (word: string) => `Importance: ${word}`,
  thresholds: 'Pass criteria',
  about: (name: string | null) => (name === null ? 'About this check' : `About “${name}”`),
  newWindow: '(opens in a new tab)',
  copyCheckLink: 'Copy link to this check',
  linkCopied: 'Link copied',
  copySnippet: 'Copy snippet',
  copyNote: 'Copy note',
  copyPlace: 'Copy position',
  copySelector: 'Copy selector',
  copyUrl: 'Copy URL',
  copied: 'Copied',
  showEvery: (count: number) => `Show all ${count}`,
  showFewer: 'Show fewer',
  /** “20 of 99 kept” */
  kept: (kept: number, found: number) => `${grouped(kept)} of ${grouped(found)} kept`,
  evidence: 'Evidence',
  element: 'Element',
  position: 'Line',
  note: 'Note',
  line: (line: number, column?: number) => (column === undefined ? `line ${line}` : `line ${line}, column ${column}`),
}
