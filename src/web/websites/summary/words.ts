import { dateFormat } from '#contract/format/dates.ts'
import { counted, grouped } from '#contract/format/numbers.ts'
import { roundScore } from '#contract/reports/rating.ts'

const dayOfMonth = dateFormat({ day: 'numeric', month: 'short', timeZone: 'UTC' })

/** What a shared website begins with. */
export const summaryWords = {
  label: 'What changed',
  score: 'Score',
  fromTo: (from: number, to: number) => `The average score went from ${roundScore(from)} to ${roundScore(to)}.`,
  since: (day: string) => `Since ${dayOfMonth(new Date(day))}`,
  change: (points: number, day: string) =>
    `${points === 0 ? '±0' : `${points > 0 ? '▲' : '▼'} ${Math.abs(points)}`} since ${dayOfMonth(new Date(day))}`,
  broke: (count: number) => (count === 0 ? 'What broke' : `What broke (${grouped(count)})`),
  nothingBroke: 'Nothing broke.',
  fixed: (count: number) => (count === 0 ? 'What was fixed' : `What was fixed (${grouped(count)})`),
  nothingFixed: 'No issues have been fixed yet.',
  next: (count: number) => (count === 1 ? 'Next' : `Next ${count === 2 ? 'two' : 'three'}`),
  nothingNext: 'There’s nothing to fix.',
  pages: (pages: number) => counted(pages, 'page'),
  more: (count: number) => `and ${grouped(count)} more`,
  loading: 'Loading summary…',
}
