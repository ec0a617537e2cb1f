import { useEffect, useId, useState } from 'react'
import { isSitemapUrl } from '#contract/jobs/url-list.ts'
import { openAddDialog, addDialogText } from '#web/data/analyse-request.ts'
import { useCanWrite } from '#web/data/reader.ts'
import { useOwnService } from '#web/data/service.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Segments } from '#web/ui/inputs.tsx'
import { useStore } from '#web/ui/store.ts'
import { showToast } from '#web/ui/toast.tsx'
import { CrawlForm } from './crawl-form.tsx'
import { ListForm, readFile } from './list-form.tsx'
import { SitemapForm } from './sitemap-form.tsx'
import { JobTray } from './tray.tsx'
import { addWords as words } from './words.ts'
import styles from './add.module.css'

type Source = keyof typeof words.sources
const sources: Source[] = ['list', 'sitemap', 'crawl']
const forms = { list: ListForm, sitemap: SitemapForm, crawl: CrawlForm }

type AddDialogProps = { given: string; hasJobs: boolean; onClose: () => void }

/** The tray of jobs and the dialog that adds many pages, also by a file that is dropped anywhere. */
export function Adding() {
  const canWrite = useCanWrite()
  return canWrite && <AddingWithKey />
}

function AddingWithKey() {
  const requested = useStore(addDialogText)
  const hasJobs = useOwnService() === true
  const isDragged = useDroppedFiles()
  return (
    <>
      {isDragged && (
        <p className={styles.drop} aria-hidden="true">
          {words.dropHere}
        </p>
      )}
      {hasJobs && <JobTray />}
      {requested !== null && (
        <AddDialog key={requested} given={requested} hasJobs={hasJobs} onClose={() => addDialogText.set(null)} />
      )}
    </>
  )
}

/** Opens the dialog with a file that is dropped on the page. Returns whether one is dragged over it. */
function useDroppedFiles(): boolean {
  const [isDragged, setDragged] = useState(false)
  useEffect(() => {
    const hasFile = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false
    const over = (event: DragEvent) => {
      if (!hasFile(event)) return
      event.preventDefault()
      setDragged(true)
    }
    const leave = ({ relatedTarget }: DragEvent) => relatedTarget ?? setDragged(false)
    const drop = (event: DragEvent) => {
      const file = event.dataTransfer?.files[0]
      if (!hasFile(event) || !file) return
      event.preventDefault()
      setDragged(false)
      void readFile(file).then(openAddDialog, (error: Error) => showToast({ text: error.message, tone: 'bad' }))
    }
    addEventListener('dragover', over)
    addEventListener('dragleave', leave)
    addEventListener('drop', drop)
    return () => {
      removeEventListener('dragover', over)
      removeEventListener('dragleave', leave)
      removeEventListener('drop', drop)
    }
  }, [])
  return isDragged
}

/** Asks for many pages to analyse: a list of URLs, a sitemap, or the start of a crawl. `given` is text or one URL. */
function AddDialog({ given, hasJobs, onClose }: AddDialogProps) {
  const id = useId()
  const isSitemap = isSitemapUrl(given)
  const [source, setSource] = useState<Source>(hasJobs && isSitemap ? 'sitemap' : 'list')
  const Form = forms[source]
  return (
    <Dialog open wide title={words.title} onClose={onClose}>
      {hasJobs && (
        <Segments
          legend={words.source}
          name={id}
          value={source}
          options={sources.map((value) => ({ value, label: words.sources[value] }))}
          onChange={setSource}
        />
      )}
      {!hasJobs && isSitemap && <p className={styles.hint}>{words.needsJobs}</p>}
      <Form given={!hasJobs && isSitemap ? '' : given} hasJobs={hasJobs} onClose={onClose} />
    </Dialog>
  )
}
