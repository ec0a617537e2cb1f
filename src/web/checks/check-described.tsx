import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { categoryLabels, type CheckCatalogue, type CheckInfo } from '#contract/analysis.ts'
import { paths } from '#web/app/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { outwardHref } from '#web/ui/outward-href.ts'
import { checkWords } from './words.ts'
import { checksPageWords as words } from './page-words.ts'
import { scoringOf } from './scoring.ts'
import styles from './checks.module.css'

/** One check: what it looks at, why, and how it judges. */
export function CheckDescribed({ check, catalogue }: { check: CheckInfo; catalogue: CheckCatalogue }) {
  const { id, category, importance, evidence_grade, needs, title_pass, title_fail, why, how, thresholds } = check
  return (
    <div className={styles.described}>
      <Card className={styles.prose}>
        <Part title={words.why}>{why}</Part>
        <Part title={words.how}>{how}</Part>
        <Part title={words.thresholds}>{thresholds}</Part>
        <section>
          <h2>{words.scoring}</h2>
          {scoringOf(check, catalogue.data).map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </section>
        <Reference reference={check.reference} />
      </Card>
      <Card>
        <dl className={styles.facts}>
          <Fact name={words.passTitle}>{title_pass}</Fact>
          <Fact name={words.failTitle}>{title_fail}</Fact>
          <Fact name={words.columns.importance}>{words.importance[importance]}</Fact>
          <Fact name={words.columns.grade}>{checkWords.grade[evidence_grade]}</Fact>
          <Fact name={words.columns.needs}>
            {needs.length > 0 ? needs.map((need) => checkWords.needs[need]).join(', ') : words.pageOnly}
          </Fact>
          <Fact name={words.category}>
            <Link to={{ pathname: paths.checks(), hash: category }}>{categoryLabels[category]}</Link>
          </Fact>
          <Fact name={words.id}>
            <code>{id}</code>
          </Fact>
        </dl>
      </Card>
    </div>
  )
}

const Part = ({ title, children }: { title: string; children: string }) =>
  children ? (
    <section>
      <h2>{title}</h2>
      <p>{children}</p>
    </section>
  ) : null

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Reference({ reference }: Pick<CheckInfo, 'reference'>) {
  const href = reference && outwardHref(reference.url)
  if (!href) return null
  return (
    <section>
      <h2>{words.reference}</h2>
      <p>
        <a href={href} target="_blank" rel="noopener noreferrer">
          {reference.label}
          <span className="hidden-visually"> {words.newWindow}</span>
        </a>
      </p>
    </section>
  )
}
