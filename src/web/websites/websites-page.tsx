import { useState } from 'react'
import type { LoaderFunctionArgs } from 'react-router-dom'
import { websiteListParams } from '#contract/lists/list-query.ts'
import { websiteViewName, websiteViewWords } from '#contract/lists/views.ts'
import { paths } from '#web/app/paths.ts'
import { queryClient } from '#web/data/query-client.ts'
import { ShareViewButton } from '#web/links/share-button.tsx'
import { isFirstRun, ListCount } from '#web/list/list-notices.tsx'
import { readUrlQuery } from '#web/list/use-list-query.ts'
import { activeFilters } from '#web/list/use-resource-list.ts'
import { listWords } from '#web/list/words.ts'
import { useClientName } from '#web/resources/clients.ts'
import { websiteQueries } from '#web/resources/websites.tsx'
import { PageHeader } from '#web/ui/page.tsx'
import { OpenedView, SaveViewButton } from '#web/views/opened-view.tsx'
import { AddWebsiteButton, useWebsitesList, WebsitesList } from './websites-list.tsx'
import styles from '#web/list/list.module.css'

export function loader({ request }: LoaderFunctionArgs) {
  const { query } = readUrlQuery(websiteListParams, {}, new URL(request.url).search)
  void queryClient.prefetchQuery(websiteQueries.list(query))
  return null
}

export function Component() {
  const state = useWebsitesList()
  const { query } = state.list
  const isFiltered = activeFilters(state, query).length > 0
  const [viewName, setViewName] = useState<string | null>(null)
  const name = websiteViewName(query, useClientName(query.client))
  return (
    <div className={`stack ${styles.page}`}>
      <PageHeader
        title={viewName ?? (isFiltered ? listWords.unsavedView : websiteViewWords.title)}
        documentTitle={viewName ?? name}
        lead={
          <>
            <ListCount state={state} />
            <OpenedView onName={setViewName} />
          </>
        }
        more={{
          label: listWords.viewActions,
          actions: !isFirstRun(state) && (
            <>
              <AddWebsiteButton />
              <SaveViewButton list="websites" name={name} />
              <ShareViewButton list="websites" path={paths.websites(query)} name={name} />
            </>
          ),
        }}
      />
      <WebsitesList state={state} />
    </div>
  )
}
