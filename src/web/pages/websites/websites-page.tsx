import type { LoaderFunctionArgs } from 'react-router-dom'
import { websiteListParams } from '#contract/list-query.ts'
import { queryClient } from '#web/api/query-client.ts'
import { websiteQueries } from '#web/api/website-queries.ts'
import { readAddress } from '#web/lists/list-address.ts'
import { websitesViewName } from '#web/lists/websites-view-name.ts'
import { paths } from '#web/paths.ts'
import { ViewLink } from '#web/sharing/view-link.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SaveViewButton } from '#web/views/save-view-button.tsx'
import { countOfWebsites, useWebsitesList, websitesDiffer } from './list/use-websites-list.ts'
import { WebsitesList } from './list/websites-list.tsx'
import { listWords } from '#web/words/lists.ts'
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
            <ViewLink list="websites" path={paths.websites(query)} name={name} />
          </>
        }
      />
      <WebsitesList state={state} />
    </div>
  )
}
