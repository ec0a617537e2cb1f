import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useCanWrite } from '#web/data/reader.ts'
import { Card, PageHeader } from '#web/ui/page.tsx'
import { useAnalyses } from './analyses.tsx'
import { PageForm } from './page-form.tsx'
import { changeDraft } from './run-analyses.ts'
import { newReportWords as words } from './words.ts'

/** The target of bookmarklets and links: fills the field with their URL. A link must not start an analysis. */
export function Component() {
  const [params] = useSearchParams()
  const canWrite = useCanWrite()
  const analyses = useAnalyses()
  const url = params.get('url')?.trim() ?? ''
  useEffect(() => {
    changeDraft(analyses, url)
    return () => changeDraft(analyses, '')
  }, [analyses, url])
  return (
    <div className="stack narrow">
      <PageHeader title={words.title} />
      <Card className="stack">
        {!canWrite && <p>{words.readOnly}</p>}
        {canWrite && url && <p>{words.ask}</p>}
        {canWrite && <PageForm />}
      </Card>
    </div>
  )
}
