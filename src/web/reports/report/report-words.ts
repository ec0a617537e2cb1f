import { counted, grouped } from '#contract/format/numbers.ts'
import type { Outcome } from '#contract/reports/analysis.ts'
import { roundScore } from '#contract/reports/rating.ts'
import { checksNumber, outcomeWords } from '#web/checks/outcome-words.ts'
import { formatAbsolute, formatDay } from '#web/ui/time.ts'

/** The words of the report page. */
export const reportWords = {
  title: (url: string, score: number | null) => (score === null ? url : `${roundScore(score)} · ${url}`),
  loadingTitle: 'Report',
  crumbs: 'Back to reports',
  backTo: 'Reports',
  moment: formatAbsolute,
  analysed: 'Analysed',
  website: 'Website',

  copyLink: 'Copy link',
  linkCopied: 'Link copied',
  linkName: (url: string, score: number | null) => (score === null ? url : `${url} · score ${roundScore(score)}`),

  /** Why Google can index the page, if the server gives no reason. */
  openReason: 'no check blocks it',
  /** What to do next, in one sentence. */
  summary: {
    blocked: (from: number, to: number, blockers: number) =>
      blockers === 1
        ? `A blocker caps the score at ${from}. Fix it first: ${from} → ${to}.`
        : `${blockers} blockers cap the score at ${from}. Fix them first: ${from} → ${to}.`,
    fixes: (count: number, to: number) =>
      count === 1
        ? `One fix brings the score to ${to}.`
        : `${count === 2 ? 'Two' : 'Three'} fixes bring the score to ${to}.`,
    floor: 'This page has more issues than the score can show. Start with these.',
    start: 'Start with these fixes.',
    done: 'There’s nothing to fix that would raise the score.',
    /** The server doesn’t say what a fix is worth. */
    unweighted: 'Start with the failed checks.',
  },
  topFixes: 'Most important fixes',

  score: 'Score',
  noScore: 'No score',
  ring: (score: number, count: number) => `Score ${score} of 100${count === 0 ? '' : `, ${checksNumber(count)}`}`,
  /** “Canonical tag: warning, −4.0” */
  segment: (name: string, outcome: Outcome, lost: number) =>
    `${name}: ${outcomeWords.outcome[outcome].toLowerCase()}${lost > 0 ? `, −${lost.toFixed(1)}` : ''}`,
  of: 'of 100',
  /** “Rescored under ruleset 3 on 22 Nov 2026: 74, was 81.” */
  rescored: (ruleset: number, at: Date, score: number, first: number) =>
    `Rescored under ruleset ${ruleset} on ${formatDay(at)}: ${score}, was ${first}.`,
  scored: (count: number) => `Based on ${checksNumber(count)}`,
  evaluatedBy: (ruleset: number) => `Evaluated with ruleset ${ruleset}.`,
  newerRules: (ruleset: number) => `Ruleset ${ruleset} is now available. Run the report again to use it.`,
  aboutChecks: 'About our checks',
  google: 'Google-backed',
  googleMeaning: 'Only counts checks backed by Google’s documentation or a web standard.',
  categories: 'Scores by category',
  tabs: 'Parts of the report',
  checksTab: 'Checks',
  factsTab: 'Page facts',
  notScored: '–',
  notScoredMeaning: 'not scored',
  toFixShort: (work: number) => (work === 0 ? 'Nothing to fix' : `${grouped(work)} to fix`),

  fixFirst: 'Fix first',
  checks: 'Checks',
  toFix: (work: number, scored: number) => `${grouped(work)} of ${checksNumber(scored)} to fix`,
  nothingToFix: 'Nothing to fix.',
  nothingToFixMore: (scored: number) =>
    scored === 1 ? 'The scored check passed.' : `All ${grouped(scored)} scored checks passed.`,
  noChecks: 'This report has no checks.',
  points: (lost: number) => `+${lost.toFixed(1)}`,
  pointsLabel: (lost: number, heldBy: 'blockers' | 'floor' | null) =>
    `${counted(lost, 'more point')} if fixed${heldBy === null ? '' : heldBy === 'blockers' ? ', once the blockers are fixed' : ', once the score is above 0'}`,
  rise: ({ from, to }: { from: number; to: number }) => `${from} → ${to}`,
  riseLabel: ({ from, to }: { from: number; to: number }) => `raises the score from ${from} to ${to}`,
  category: 'Category',
  every: 'All',
  googleOnly: 'Google-backed only',
  moreToFix: (count: number) => `${grouped(count)} more to fix`,
  hiddenByFilter: 'Your filters hide the check you followed a link to.',
  noneInView: 'No checks match these filters.',
  showAll: 'Show all checks',
  loading: 'Loading report…',
}
