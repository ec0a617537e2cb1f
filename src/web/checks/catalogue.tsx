import { Link, useLocation } from 'react-router-dom'
import { categories, categoryLabels, type CheckCatalogue } from '#contract/analysis.ts'
import { type QueryParams, text } from '#contract/query-params.ts'
import { Repairs } from '#web/list/list-notices.tsx'
import { SearchBox } from '#web/list/search-box.tsx'
import { useListQuery } from '#web/list/use-list-query.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { checksPageWords as words } from './page-words.ts'
import { CategoryTable } from './category-table.tsx'
import { searchChecks } from './search-checks.ts'
import styles from './checks.module.css'

const params: QueryParams<{ search: string }> = { search: text(100) }

/** Every check by category, with a search over all that is said about them. */
export function Catalogue({ catalogue }: { catalogue: CheckCatalogue }) {
  const { query, repairs, change } = useListQuery(params)
  const address = useLocation()
  const found = searchChecks(catalogue.data, query.search)
  const groups = categories
    .map((category) => ({ category, checks: found.filter((check) => check.category === category) }))
    .filter(({ checks }) => checks.length > 0)
  return (
    <>
      <Repairs repairs={repairs} />
      <div className={styles.tools}>
        <SearchBox label={words.search} value={query.search} onSearch={(search) => change({ search }, 'replace')} />
        <p role="status">{query.search && words.found(found.length, catalogue.data.length)}</p>
      </div>
      {groups.length > 1 && (
        <nav className={styles.contents} aria-label={words.contents}>
          {groups.map(({ category, checks }) => (
            <Link key={category} to={{ search: address.search, hash: category }}>
              {categoryLabels[category]} <span>{checks.length}</span>
            </Link>
          ))}
        </nav>
      )}
      {groups.map(({ category, checks }) => (
        <CategoryTable key={category} category={category} checks={checks} />
      ))}
      {groups.length === 0 && (
        <EmptyState
          title={words.noneFound(query.search)}
          actions={<Button onClick={() => change({ search: '' })}>{words.clearSearch}</Button>}
        />
      )}
    </>
  )
}
