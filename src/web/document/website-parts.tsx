import { counted } from '#contract/format/numbers.ts'
import type { CheckInfo } from '#contract/reports/analysis.ts'
import type { AnyClientDocument } from '#contract/sharing/client-document.ts'
import type { AnyWebsite } from '#contract/websites/website.ts'
import { checkAnchor } from '#web/checks/check-view.ts'
import { actionFor } from '#web/checks/words.ts'
import { WebsiteAppendix } from './appendix.tsx'
import { analysedOn, RatingFigures, ReportRows } from './list-parts.tsx'
import { Actions, BiggestFixes, FixedIssues, maxActions, maxFixes, type Part, type Parts } from './sections.tsx'
import { daysOfTrend, States, Trend } from './summary.tsx'
import { documentWords as words } from './words.ts'
import coverStyles from './cover.module.css'

/** The summary and the sections of the client report of a website. */
export function websiteParts(given: AnyClientDocument, catalogue: readonly CheckInfo[]): Parts {
  const { website, issues = [], reports = [], blocked = [], total = 0, brand } = given
  const infos = new Map(catalogue.map((info) => [info.id, info]))
  const has = (section: 'actions' | 'progress' | 'appendix') => brand.sections.includes(section)
  const steps = issues.filter(({ scored }) => scored !== false).slice(0, maxActions)
  const actions = steps.map(({ check, name, scope, pages }) => ({
    id: check,
    action: actionFor(infos.get(check)?.action ?? name ?? check, pages),
    effort: infos.get(check)?.effort ?? null,
    why: infos.get(check)?.why ?? '',
    gain: words.reach(scope, pages),
    href: has('appendix') ? `#${checkAnchor(check)}` : undefined,
  }))
  const { since, fixed: ended = [], appeared = [], is_partial: isPartial = false } = given.changes ?? {}
  const fixed = ended.map(({ check, name, pages }) => ({
    id: check,
    text: infos.get(check)?.title_pass ?? name ?? check,
    pages,
  }))
  const days = (given.history ?? []).flatMap((day) => (day.average === null ? [] : [{ ...day, average: day.average }]))
  const [before, last] = days.slice(-2)
  const recent = daysOfTrend(days)
  const parts: (Part | false)[] = [
    has('actions') &&
      (actions.length > 0 || total > 0) && {
        id: 'actions',
        content: <Actions actions={actions} none={words.noActionsOnWebsite} />,
      },
    has('progress') &&
      fixed.length > maxFixes && {
        id: 'progress',
        content: <FixedIssues fixed={fixed} isPartial={isPartial} />,
      },
    {
      id: 'pages',
      content: (
        <>
          <p>{analysedOn([...reports, ...blocked])}</p>
          <ReportRows
            reports={blocked}
            caption={(shown) => words.cannotBeFound(shown, Math.max(shown, website?.pages_blocked ?? 0))}
          />
          <ReportRows
            reports={reports}
            caption={(shown) => words.worstOf(shown, counted(total, 'indexable page'), shown === total)}
          />
          {total === 0 && <p>{words.noneIndexable}</p>}
        </>
      ),
    },
    has('appendix') &&
      issues.length > 0 && {
        id: 'appendix',
        content: <WebsiteAppendix issues={issues} pagesOf={given.issue_pages ?? []} infos={infos} />,
      },
  ]
  return {
    summary: {
      ...headlineOf(website),
      score: website?.pages_avg_score ?? null,
      notes: [
        website?.pages_counted ? words.summary.average(website.pages_counted) : null,
        has('progress') && before && last && words.change(last.average - before.average, words.day(before.date)),
        has('progress') &&
          since &&
          fixed.length + appeared.length > 0 &&
          words.fixedAndNew(fixed.length, appeared.length, words.dayOfMonth(since)),
      ],
      content: (
        <>
          {website && <States website={website} />}
          {website && <RatingFigures good={website.pages_good} decent={website.pages_decent} bad={website.pages_bad} />}
          {has('progress') && <Trend days={recent} />}
          <div className={coverStyles.columns}>
            {has('actions') && <BiggestFixes actions={actions} />}
            {has('progress') && days.length > 1 && <FixedIssues fixed={fixed} limit={maxFixes} />}
          </div>
        </>
      ),
    },
    parts: parts.filter((part) => part !== false),
  }
}

/** The number of pages that Google can index. Other servers don't know it. */
function headlineOf(website: AnyWebsite | undefined) {
  const { pages_count: all, pages_counted: indexable } = website ?? { pages_count: null, pages_counted: null }
  if (!all) return { headline: words.summary.noPages }
  if (indexable === null) return { headline: words.summary.website(all) }
  return { headline: words.summary.found(indexable, all), isBad: indexable === 0 }
}
