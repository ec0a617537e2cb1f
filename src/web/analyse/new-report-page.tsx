import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useAnalyseRequests } from '#web/data/analyse-request.ts'
import { useCanWrite } from '#web/data/reader.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, PageHeader } from '#web/ui/page.tsx'
import { UrlText } from '#web/ui/url.tsx'
import { newReportWords as words } from './words.ts'

/** The target of bookmarklets and links: fills the field with their URL. A link must not start an analysis. */
export function Component() {
  const [params] = useSearchParams()
  const canWrite = useCanWrite()
  const { analyse, editUrl } = useAnalyseRequests()
  const url = params.get('url')?.trim() ?? ''
  useEffect(() => editUrl(url), [editUrl, url])
  return (
    <div className="stack narrow">
      <PageHeader title={words.title} />
      <Card className="stack snug">
        {url && <UrlText url={url} lines="wrap" />}
        <p>{canWrite ? (url ? words.ask : words.empty) : words.readOnly}</p>
        {canWrite && url && (
          <div>
            <Button variant="main" onClick={() => analyse(url)}>
              {words.analyse}
            </Button>
          </div>
        )}
      </Card>
    </div>
  )
}
