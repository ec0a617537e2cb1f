import { type ReactNode, useId } from 'react'
import { categories, categoryLabels } from '#contract/analysis.ts'
import type { ListState } from '#web/list/use-list-query.ts'
import { announce } from '#web/ui/live-region.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Select } from '#web/ui/select.tsx'
import { useFollow } from '#web/ui/table/use-follow.ts'
import { reportWords as words } from '../report-words.ts'
import { CheckArticle } from './check-article.tsx'
import { type CheckView, needsWork, wasJudged } from './check-view.ts'
import { fixFirst } from './order.ts'
import { OutcomeChips } from './outcome-chips.tsx'
import { OutcomeMark } from './outcome-mark.tsx'
import { checksInView, folded, type ReportView } from './view-params.ts'
import styles from './checks-card.module.css'

type ChecksCardProps = {
  checks: readonly CheckView[]
  view: ListState<ReportView>
  /** The check that the address names. */
  named: CheckView | null
}

const shownAtFirst = 8

/** Every check: what to fix first, the first of it open, then the rest under the number of each outcome; or the outcome that was chosen. */
export function ChecksCard({ checks, view, named }: ChecksCardProps) {
  const { query, change } = view
  const follow = useFollow()
  const inView = checksInView(checks, query)
  const chosen = query.outcome === null ? inView : inView.filter(({ outcome }) => outcome === query.outcome)
  const work = fixFirst(chosen)
  const [first, more] = query.outcome === null ? [work.slice(0, shownAtFirst), work.slice(shownAtFirst)] : [work, []]
  const rest = folded(chosen)
  const judged = inView.filter(wasJudged)
  const isFiltered = query.category !== null || query.outcome !== null || query.google !== null
  const stray = named && !chosen.includes(named) ? named : null

  const filter = (part: Partial<ReportView>) => {
    change(part)
    const next = { ...query, ...part }
    const found = checksInView(checks, next).filter(({ outcome }) => next.outcome === null || outcome === next.outcome)
    announce(words.checksShown(found.length))
  }

  return (
    <Card flush aria-labelledby="checks" onClick={follow}>
      <div className={styles.head}>
        <h2 id="checks">
          {query.outcome !== null ? words.outcome[query.outcome] : checks.length > 0 ? words.fixFirst : words.checks}
        </h2>
        {judged.length > 0 && <p>{words.needWork(judged.filter(needsWork).length, judged.length)}</p>}
        {checks.some(({ category }) => category) && (
          <Select
            label={words.category}
            size="s"
            value={query.category ?? ''}
            options={[
              { value: '', label: words.every },
              ...categories.map((value) => ({ value, label: categoryLabels[value] })),
            ]}
            onChange={(value) => filter({ category: value === '' ? null : value })}
          />
        )}
      </div>
      {checks.length > 0 && (
        <div className={styles.filters}>
          <OutcomeChips checks={inView} value={query.outcome} onChange={(outcome) => filter({ outcome })} />
          {checks.some(({ grade }) => grade) && (
            <GoogleSwitch on={query.google !== null} onChange={(on) => filter({ google: on ? '1' : null })} />
          )}
        </div>
      )}
      {stray && (
        <div className={styles.stray}>
          <p>{words.hiddenByFilter}</p>
          <CheckArticle key={stray.id} check={stray} open />
        </div>
      )}
      {first.map((check, index) => (
        <CheckArticle key={check.id} check={check} open={(index === 0 && !isFiltered) || undefined} />
      ))}
      {more.length > 0 && <Fold label={words.moreToFix(more.length)} checks={more} />}
      {query.outcome === null && judged.length > 0 && work.length === 0 && (
        <p className={styles.calm}>{`${words.nothingToFix} ${words.nothingToFixMore(judged.length)}`}</p>
      )}
      {chosen.length === 0 && (
        <p className={styles.calm}>
          {checks.length === 0 ? words.noChecks : words.noneInView}{' '}
          {isFiltered && (
            <Button size="s" onClick={() => filter({ category: null, outcome: null, google: null })}>
              {words.showAll}
            </Button>
          )}
        </p>
      )}
      {query.outcome === null
        ? rest.map(({ outcome, checks: some }) => (
            <Fold
              key={outcome}
              mark={<OutcomeMark outcome={outcome} plain />}
              label={words.outcomes[outcome](some.length)}
              checks={some}
            />
          ))
        : rest.flatMap(({ checks: some }) => some.map((check) => <CheckArticle key={check.id} check={check} />))}
    </Card>
  )
}

function Fold({ label, mark, checks }: { label: string; mark?: ReactNode; checks: readonly CheckView[] }) {
  return (
    <details className={styles.fold}>
      <summary>
        {mark ?? <i />}
        {label}
        <Icon name="down" />
      </summary>
      <div>
        {checks.map((check) => (
          <CheckArticle key={check.id} check={check} />
        ))}
      </div>
    </details>
  )
}

function GoogleSwitch({ on, onChange }: { on: boolean; onChange: (on: boolean) => void }) {
  const id = useId()
  return (
    <span className={styles.switch} title={words.googleMeaning}>
      <input type="checkbox" role="switch" id={id} checked={on} onChange={(event) => onChange(event.target.checked)} />
      <label htmlFor={id}>{words.googleOnly}</label>
    </span>
  )
}
