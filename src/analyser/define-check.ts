import { counted, grouped } from '#contract/format/numbers.ts'
import type {
  CheckInfo,
  CheckSource,
  Effort,
  Evidence,
  EvidenceGrade,
  Outcome,
  ReasonCode,
} from '#contract/reports/analysis.ts'
import type { Cut } from './facts/text.ts'
import type { Ordinal } from './facts/walk.ts'
import type { CheckFacts, GivenFacts } from './page-facts.ts'

/** Evidence as a check returns it. `at` points to an element; its location is filled in later. */
export type LocatedEvidence = Evidence & { at?: Ordinal }

/** The result of a check. Without a title, the check's own title for its outcome is used. */
export type CheckOutput<Fault extends string = never> = {
  outcome: Exclude<Outcome, 'error'>
  title?: string
  /** Which of the check's `faults` it is. */
  fault?: Fault
  value?: string | number | null
  evidence?: LocatedEvidence[]
  /** The number of all pieces of evidence, if the facts keep only the first ones. */
  evidenceTotal?: number
  reason?: string
  /** The reason as a code, for results that a program must tell apart. */
  reasonCode?: ReasonCode
  /** The share of the check's points that a fault deducts, from 0 to 1. By default a failure all, a warning half. */
  extent?: number
  /** The fault has a cause that no other check shows, so it neither supersedes others nor is superseded. */
  ownCause?: true
}

export type Check<
  Need extends keyof CheckFacts = never,
  Use extends keyof CheckFacts = never,
  Fault extends string = never,
> = {
  /** The name of the file. */
  id: string
  /** A short noun phrase for lists, filters and exports: "Canonical tag". */
  name: string
  /** Other words that people search for. */
  aliases: readonly string[]
  titlePass: string
  titleFail: string
  /** The issue of pages that have different faults, if `titleFail` doesn't fit all of them. */
  titleAny?: string
  /** The issues of pages that have the same fault, by the fault, if `titleFail` doesn't say which. */
  faults?: Readonly<Record<Fault, string>>
  /** The reason that it matters, in at most two sentences. */
  why: string
  /** Instructions, at most three sentences. */
  how: string
  /** The work for a client's developers in plain words, and its size. Unscored checks have neither. */
  action?: string
  effort?: Effort
  /** The limits of pass, warning and failure, with their source. */
  thresholds: string
  reference: CheckInfo['reference']
  grade: EvidenceGrade
  /** The rule for deducted points, if not "a failure all, a warning half". */
  deduction?: string
  /** IDs of the checks that show the same cause while this one has a fault. They deduct nothing then. */
  supersedes?: readonly string[]
  /** The facts without which the check is unknown. `run` is given these and those that it uses. */
  needs: readonly Need[]
  /** Facts that older reports can lack, and without which the check can judge too. */
  uses?: readonly Use[]
  run(facts: Pick<CheckFacts, Need> & Partial<Pick<CheckFacts, Use>>): CheckOutput<NoInfer<Fault>>
  /**
   * The evidence never points to an element, or only to one that a probe request names. The locations of those are
   * known without running the check first.
   */
  withoutLocations?: true
  /** Judges error pages too. The other checks don't apply to them. */
  judgesErrors?: true
  /**
   * The outcome can change while the page stays the same, because the check measures times and sizes, requests a sample
   * of the page's links and files, or compares with other pages. It never causes an alert.
   */
  changeable?: true
}

/** A check with any needs. It returns an unknown result if the facts lack a group that it needs. */
export type AnyCheck<Id extends string = string, Superseded extends string = string> = Omit<
  Check,
  'id' | 'supersedes' | 'needs' | 'uses' | 'faults' | 'run'
> & {
  id: Id
  supersedes?: readonly Superseded[]
  needs: readonly (keyof CheckFacts)[]
  faults?: Readonly<Record<string, string>>
  run(facts: GivenFacts): CheckOutput<string>
}

export function defineCheck<
  const Id extends string,
  const Superseded extends string = never,
  const Need extends keyof CheckFacts = never,
  const Use extends keyof CheckFacts = never,
  const Fault extends string = never,
>({
  uses = [],
  ...check
}: Check<Need, Use, Fault> & { id: Id; supersedes?: readonly Superseded[] }): AnyCheck<Id, Superseded> {
  const { needs } = check
  return {
    ...check,
    run: (facts) =>
      has(facts, needs)
        ? check.run({
            ...pick(facts, needs),
            ...pick(
              facts,
              uses.filter((group) => facts[group] !== undefined),
            ),
          })
        : notChecked,
  }
}

const has = (facts: GivenFacts, needs: readonly (keyof CheckFacts)[]) =>
  needs.every((need) => facts[need] !== undefined)

const pick = <Need extends keyof CheckFacts>(facts: GivenFacts, needs: readonly Need[]) =>
  Object.fromEntries(needs.map((group) => [group, facts[group]])) as Pick<CheckFacts, Need>

type Details<Fault extends string = never> = Omit<CheckOutput<Fault>, 'outcome' | 'reason'>

export const pass = (details: Details = {}): CheckOutput => ({ outcome: 'pass', ...details })
export const warn = <Fault extends string = never>(details: Details<Fault> = {}): CheckOutput<Fault> => ({
  outcome: 'warn',
  ...details,
})
export const fail = <Fault extends string = never>(details: Details<Fault> = {}): CheckOutput<Fault> => ({
  outcome: 'fail',
  ...details,
})
/** Neither good nor bad. Not part of the score. */
export const info = (title: string, details: Omit<Details, 'title'> = {}): CheckOutput => ({
  outcome: 'info',
  title,
  ...details,
})
/** The page has nothing to check. */
export const notApplicable = (title: string, details: Omit<Details, 'title'> = {}): CheckOutput => ({
  outcome: 'not-applicable',
  title,
  ...details,
})
/** The result could not be determined, with the reason. Never a guess. */
export const unknown = (title: string, reason: string, details: Omit<Details, 'title'> = {}): CheckOutput => ({
  outcome: 'unknown',
  title,
  reason,
  ...details,
})

const notChecked = unknown(
  'Not checked in this report',
  'This check is newer than the report. Run the analysis again to include it.',
)

const docs = 'https://developers.google.com/search/docs/'
export const googleDocs = (label: string, path: string) => ({
  label: `Google Search Central: ${label}`,
  url: docs + path,
})

/** Returns the basis of a check, by the sources that it cites. */
export function sourceOf({ grade, reference }: Pick<Check, 'grade' | 'reference'>): CheckSource {
  if (grade === 'heuristic') return 'practice'
  return reference?.url.startsWith(docs) ? 'google' : 'standard'
}

/** Returns the issue of pages, named as a problem by the fault that they share, or for those whose faults differ. */
export function issueTitle({ titleFail, titleAny, faults }: AnyCheck, fault: string | null): string {
  return fault === null ? (titleAny ?? titleFail) : (faults?.[fault] ?? titleFail)
}

/** Numbers in texts, for the checks. */
export { counted as count, grouped }

/** “at least 1,000” for a list that was cut */
export const countSeen = (seen: number, { items, total }: Cut<unknown>) =>
  total > items.length ? `at least ${grouped(seen)}` : grouped(seen)

/** Returns the extent of a fault that affects a part: its share, and at least `floor`. */
export const shareOf = (part: number, whole: number, floor: number) =>
  Math.min(1, Math.max(floor, whole > 0 ? part / whole : 1))
