import type { LoaderFunctionArgs } from 'react-router-dom'
import { websiteListParams } from '#contract/list-query.ts'
import { queryClient } from '#web/data/query-client.ts'
import { websiteQueries } from './queries.ts'
import { readAddress } from '#web/list/list-address.ts'
import { websitesViewName } from './view-name.ts'
import { paths } from '#web/app/paths.ts'
import { ShareViewButtons } from '#web/links/share-button.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SaveViewButton } from '#web/views/save-view-button.tsx'
import { countOfWebsites, useWebsitesList, websitesDiffer } from './list/use-websites-list.ts'
import { WebsitesList } from './list/websites-list.tsx'
import { listWords } from '#web/list/words.ts'
import styles from './websites-page.module.css'

export function loader({ request }: LoaderFunctionArgs) {
  const { query } = readAddress(websiteListParams, {}, new URL(request.url).search)
  void queryClient.prefetchQuery(websiteQueries.list(query))
  return null
}

export function Component() {
  const state = useWebsitesList()
  const { query } = state.list
  const outdated = websitesDiffer(state.rows.shown, query)
  const name = websitesViewName(query)
  return (
    <div className={styles.page}>
      <PageHeader
        title={name}
        lead={
          <span role="status" aria-busy={outdated}>
            {outdated && state.rows.error
              ? '\u00A0'
              : state.rows.page?.total === null
                ? listWords.uncounted
                : countOfWebsites(state)}
          </span>
        }
        actions={
          <>
            <SaveViewButton list="websites" name={name} />
            <ShareViewButtons list="websites" path={paths.websites(query)} name={name} />
          </>
        }
      />
      <WebsitesList state={state} />
    </div>
  )
}
