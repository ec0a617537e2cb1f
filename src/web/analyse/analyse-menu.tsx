import { useAnalyseRequests } from '#web/data/analyse-request.ts'
import { addWords } from '#web/jobs/words.ts'
import { Menu } from '#web/ui/menu.tsx'
import { useStore } from '#web/ui/store.ts'
import { useAnalyses } from './analyses.tsx'
import { openDialog } from './run-analyses.ts'
import { RunningAnalyses } from './running-analyses.tsx'
import { analyseWords as words } from './words.ts'
import styles from './analyse.module.css'

const icons = { page: 'page', list: 'list', sitemap: 'columns', crawl: 'globe' } as const

/** The button of the top bar: a page, a list, a sitemap or a crawl. What runs is shown below it, unless a form does. */
export function AnalyseMenu() {
  const analyses = useAnalyses()
  const { running, queue, fields } = useStore(analyses.state)
  const { startJobOf } = useAnalyseRequests()
  const offered = (['page', 'list', 'sitemap', 'crawl'] as const).slice(0, startJobOf ? undefined : 2)
  const isShown = fields === 0 && (running !== null || queue.length > 0)
  return (
    <div className={styles.menu}>
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
      {isShown && running && <span className={`running ${styles.bar}`} aria-hidden="true" />}
      {isShown && <RunningAnalyses className={`over enters ${styles.running}`} />}
    </div>
  )
}
