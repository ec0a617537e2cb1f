import { Link } from 'react-router-dom'
import type { Structure } from '#contract/lists/list-query.ts'
import { orphanKinds } from '#contract/websites/crawls.ts'
import type { SiteStructure } from '#contract/websites/website.ts'
import { paths } from '#web/app/paths.ts'
import { isVisitor } from '#web/data/reader.ts'
import { listLinks } from '#web/resources/list-links.ts'
import { Card, CardHead } from '#web/ui/page.tsx'
import { formatAbsolute, momentOf } from '#web/ui/time.tsx'
import { websiteTabsWords as words } from '../words.ts'
import styles from './website-issues.module.css'

/** Orphan pages by kind, and pages that are many clicks deep, as the last crawl found them. */
export function StructureCard({ id, structure }: { id: number; structure: SiteStructure | null }) {
  const moment = structure?.crawled_at ? momentOf(structure.crawled_at) : null
  const names: readonly Structure[] =
    structure?.orphan_pages === null ? ['orphan', 'deep'] : [...orphanKinds.toReversed(), 'by_script', 'deep']
  return (
    <Card flush aria-labelledby="structure">
      <CardHead id="structure" title={words.structure}>
        <p className="muted small">
          {structure ? moment && words.structureLead(formatAbsolute(moment)) : words.notCrawled}
        </p>
        {structure && !isVisitor() && (
          <Link to={paths.crawls(id)} preventScrollReset className="small end">
            {words.toCrawls}
          </Link>
        )}
      </CardHead>
      {structure && (
        <ul className={styles.structure}>
          {names.map((name) => (
            <Pages key={name} id={id} name={name} count={structure[`${name}_pages`]} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function Pages({ id, name, count }: { id: number; name: Structure; count: number | null }) {
  const text = words.structures[name]
  return (
    <li>
      {count && !isVisitor() ? <Link to={listLinks.website(id, { structure: name, latest: '1' })}>{text}</Link> : text}{' '}
      {count !== null && <b>{words.pages(count)}</b>}
      <p className="muted">{count === null ? words.orphansUnknown : words.structureMeaning[name]}</p>
    </li>
  )
}
