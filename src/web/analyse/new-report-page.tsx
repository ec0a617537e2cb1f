import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useCanEditAny } from '#web/resources/me.ts'
import { Card, PageHeader } from '#web/ui/page.tsx'
import { useAnalyses } from './analyses.tsx'
import { PageForm } from './page-form.tsx'
import { changeDraft } from './run-analyses.ts'
import { newReportWords as words } from './words.ts'

/** The target of bookmarklets and links: fills the field with their URL. A link must not start an analysis. */
export function Component() {
  const [params] = useSearchParams()
  const canEdit = useCanEditAny()
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
        {!canEdit && <p>{words.readOnly}</p>}
        {canEdit && url && <p>{words.ask}</p>}
        {canEdit && <PageForm />}
      </Card>
    </div>
  )
}
