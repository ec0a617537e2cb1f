import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import type { Brand } from '#contract/brand.ts'
import { paths } from '#web/app/paths.ts'
import { asApiError } from '#web/data/api-error.ts'
import { Failure } from '#web/list/failure.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { BrandForm } from './brand-form.tsx'
import styles from './brand-page.module.css'
import { brandQuery } from './queries.ts'
import { brandWords as words } from './words.ts'

/** Edits the brand of client reports. */
export function Component() {
  const queries = useQueryClient()
  const { data, error, refetch, isFetching } = useQuery(brandQuery())
  const onSaved = (brand: Brand) => {
    queries.setQueryData(brandQuery().queryKey, brand)
    void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === 'document' })
  }
  return (
    <div className={styles.page}>
      <PageHeader title={words.title} lead={words.lead} crumbs={<Link to={paths.settings()}>{words.settings}</Link>} />
      {error && !data && <Failure error={asApiError(error)} onRetry={() => void refetch()} busy={isFetching} />}
      {data && <BrandForm brand={data} onSaved={onSaved} />}
    </div>
  )
}
