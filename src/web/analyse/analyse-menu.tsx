import { useAnalyseRequests } from '#web/data/analyse-request.ts'
import { addWords } from '#web/jobs/words.ts'
import { Menu } from '#web/ui/menu.tsx'
import { useAnalyses } from './analyses.tsx'
import { openDialog } from './run-analyses.ts'
import { analyseWords as words } from './words.ts'

const icons = { page: 'page', list: 'list', sitemap: 'columns', crawl: 'globe', redirects: 'out' } as const

/** The button of the top bar: a page, a list, a sitemap, a crawl or a redirect map. */
export function AnalyseMenu() {
  const analyses = useAnalyses()
  const { startJobOf } = useAnalyseRequests()
  const offered = (['page', 'list', 'sitemap', 'crawl', 'redirects'] as const).slice(0, startJobOf ? undefined : 2)
  return (
    <Menu
      variant="main"
      icon="plus"
      label={words.submit}
      items={offered.map((source) => ({
        label: addWords.sources[source],
        icon: icons[source],
        onSelect: () => openDialog(analyses, source),
      }))}
    />
  )
}
