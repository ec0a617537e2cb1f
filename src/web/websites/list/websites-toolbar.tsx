import { useId } from 'react'
import {
  type Direction,
  directions,
  type PrivacyFilter,
  privacyFilters,
  type WebsiteSort,
  websiteSorts,
} from '#contract/list-query.ts'
import { type Privacy, privacyLabels } from '#contract/website.ts'
import { focusHeading } from '#web/ui/page-header.tsx'
import { ListToolbar } from '#web/list/list-toolbar.tsx'
import { ListTools } from '#web/list/list-tools.tsx'
import { sortOfOption, sortOptions } from '#web/list/sort-options.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { Segments } from '#web/ui/segments.tsx'
import { websitesWords as words } from '../words.ts'
import { countOfWebsites, isFiltered, type WebsitesListState } from './use-websites-list.ts'

const WebsitesToolDialog = lazyPart(() => import('./websites-tools.tsx').then((file) => file.WebsitesToolDialog))

const orders = sortOptions(websiteSorts, directions, words.order)
const choices = [
  { value: 'all', label: words.allPrivacies },
  ...privacyFilters.map((value) => ({ value, label: privacyLabels[Number(value) as Privacy] })),
] as const

/** Search, privacy and order of the websites. */
export function WebsitesToolbar({ state }: { state: WebsitesListState }) {
  const { query, change } = state.list
  const clear = () => {
    change({ search: '', privacy: null })
    focusHeading()
  }
  return (
    <ListToolbar
      search={{ label: words.search, value: query.search, onSearch: (search) => change({ search }, 'replace') }}
      filters={state.filtersPrivacy ? <PrivacyChoice state={state} /> : null}
      active={Number(query.privacy !== null)}
      sort={{
        value: `${query.sort_by}.${query.sort}` as const,
        options: orders,
        onSort: (option) => change(sortOfOption<WebsiteSort, Direction>(option)),
      }}
      onClear={state.filtersPrivacy && isFiltered(query) ? clear : undefined}
      tools={
        <ListTools dialog={(tool, onClose) => <WebsitesToolDialog tool={tool} state={state} onClose={onClose} />} />
      }
      showLabel={words.show(countOfWebsites(state))}
    />
  )
}

const PrivacyChoice = ({ state: { list } }: { state: WebsitesListState }) => (
  <Segments<PrivacyFilter | 'all'>
    legend={words.columns.privacy}
    name={useId()}
    value={list.query.privacy ?? 'all'}
    options={choices}
    onChange={(privacy) => list.change({ privacy: privacy === 'all' ? null : privacy })}
  />
)
