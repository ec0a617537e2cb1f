import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import {
  type FieldMetric,
  type FormFactor,
  formFactors,
  type OriginField,
  type WebsiteField,
} from '#contract/google/field-data.ts'
import { paths } from '#web/app/paths.ts'
import { errorSentence } from '#web/data/error-words.ts'
import { useOwnerAccess, useTeamRole } from '#web/data/service.ts'
import { useSubmit } from '#web/data/use-submit.ts'
import { QueryStates } from '#web/list/query-states.tsx'
import { useCanEdit } from '#web/resources/me.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Card, EmptyState } from '#web/ui/page.tsx'
import { RatingBadge } from '#web/ui/rating-badge.tsx'
import { unicodeHost } from '#web/ui/text.ts'
import { showToast } from '#web/ui/toast.tsx'
import { fieldKeyQuery, fieldQuery, pullField } from './queries.ts'
import { Trend } from './trend.tsx'
import { formatVital, goodUpTo, rateVital } from './vitals.ts'
import { fieldWords as words } from './words.ts'
import styles from './google.module.css'

/** What visitors of a website’s origin experienced in Chrome. */
export function FieldCard({ id }: { id: number }) {
  const result = useQuery(fieldQuery(id))
  return (
    <QueryStates result={result} height="18rem" loading={words.loading}>
      {(field) => (
        <Card flush aria-labelledby="field-data">
          <Head id={id} field={field} />
          {field.problem !== null && (
            <div className="inset">
              <Notice tone="decent">{field.problem}</Notice>
            </div>
          )}
          {field.phone || field.desktop ? (
            <>
              <div className={styles.factors}>
                {formFactors.map((factor) => (
                  <Factor key={factor} factor={factor} figures={field[factor]} />
                ))}
              </div>
              <p className="last-line faint tiny">{words.legend}</p>
            </>
          ) : (
            <Empty field={field} />
          )}
        </Card>
      )}
    </QueryStates>
  )
}

function Head({ id, field }: { id: number; field: WebsiteField }) {
  const canEdit = useCanEdit(id)
  const [isAsked, setAsked] = useState(false)
  const { busy, error, submit } = useSubmit(async () => {
    await pullField(id)
    setAsked(true)
    showToast({ text: words.pulling, tone: 'good' })
  })
  const { origin, phone, desktop, pulled_at } = field
  const period = phone ?? desktop
  return (
    <header className={`inset cluster ${styles.head}`}>
      <div className="stack dense grow">
        <h2 id="field-data">{words.title}</h2>
        <p className="muted small pretty">
          {period ? words.lead(unicodeHost(hostOf(origin)), period.first_day, period.last_day) : words.about}
        </p>
        {error && (
          <p role="alert" className="small">
            {errorSentence(error)}
          </p>
        )}
      </div>
      {canEdit && pulled_at !== null && (
        <Button size="s" icon="again" busy={busy} disabled={isAsked && !busy} onClick={() => submit(undefined)}>
          {words.pull}
        </Button>
      )}
    </header>
  )
}

const hostOf = (origin: string) => URL.parse(origin)?.host ?? origin

/** Says what will be here, with the one step that starts it. */
function Empty({ field: { origin, pulled_at } }: { field: WebsiteField }) {
  const isOwner = useOwnerAccess()
  const isGuest = useTeamRole() === 'guest'
  const { data: key } = useQuery({ ...fieldKeyQuery(), enabled: !isGuest })
  if (pulled_at !== null)
    return <EmptyState title={words.none}>{words.noneText(unicodeHost(hostOf(origin)))}</EmptyState>
  if (key?.set === false)
    return (
      <EmptyState
        title={words.noKey}
        actions={
          isOwner && (
            <Link to={paths.googleSettings()} className={buttonClass()}>
              {words.setKey}
            </Link>
          )
        }
      >
        {isOwner ? words.noKeyText : words.askOwner}
      </EmptyState>
    )
  return <EmptyState title={words.soon}>{words.soonText}</EmptyState>
}

const core = ['lcp', 'inp', 'cls'] as const
const others = ['fcp', 'ttfb'] as const

type FactorProps = { factor: FormFactor; figures: OriginField | null }

/** The figures of phones or computers: the Core Web Vitals large, the others in a line. */
const Factor = ({ factor, figures }: FactorProps) => (
  <section aria-labelledby={factor} className={styles.factor}>
    <h3 id={factor} className="medium">
      {words.factors[factor]}
    </h3>
    {figures ? (
      <>
        <dl className={styles.vitals}>
          {core.map((metric) => (
            <Vital key={metric} {...{ metric, factor, figures }} />
          ))}
        </dl>
        <dl className={`cluster small ${styles.lesser}`}>
          {others.map((metric) => (
            <Lesser key={metric} metric={metric} value={figures[metric]} />
          ))}
        </dl>
      </>
    ) : (
      <p className="muted small">{words.tooFew[factor]}</p>
    )}
  </section>
)

type VitalProps = { metric: FieldMetric; factor: FormFactor; figures: OriginField }

function Vital({ metric, factor, figures }: VitalProps) {
  const value = figures[metric]
  const weeks = figures.weeks.map((week) => week[metric])
  return (
    <div>
      <dt title={words.names[metric]}>
        <abbr title={words.names[metric]}>{metric.toUpperCase()}</abbr>
      </dt>
      {value === null ? (
        <dd className="large faint">–</dd>
      ) : (
        <>
          <dd className="large">{formatVital(metric, value)}</dd>
          <dd className="small">
            <RatingBadge rating={rateVital(metric, value)} label={words.ratings[rateVital(metric, value)]} />
          </dd>
          <dd>
            <Trend
              values={weeks}
              limit={goodUpTo(metric)}
              tone={rateVital(metric, value)}
              label={words.trend(metric, factor, weeks)}
            />
          </dd>
        </>
      )}
    </div>
  )
}

const Lesser = ({ metric, value }: { metric: FieldMetric; value: number | null }) => (
  <div className="row">
    <dt className="faint">
      <abbr title={words.names[metric]}>{metric.toUpperCase()}</abbr>
    </dt>
    <dd>
      {value === null ? '–' : <RatingBadge rating={rateVital(metric, value)} label={formatVital(metric, value)} />}
      {value !== null && <span className="hidden-visually">, {words.ratings[rateVital(metric, value)]}</span>}
    </dd>
  </div>
)
