import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { supports } from '#contract/service-info.ts'
import type { NamedDocument } from '#contract/sharing/client-document.ts'
import { serviceInfoQuery } from '#web/data/service.ts'
import { Button } from '#web/ui/button.tsx'
import { downloadPdf } from './download-pdf.ts'
import { documentWords as words } from './words.ts'

/** Downloads a client report as the PDF at a path of the API, or prints it if the server makes none. */
export function PdfButton({ path, document }: { path: string; document: NamedDocument }) {
  const { data: service } = useQuery(serviceInfoQuery())
  const [busy, setBusy] = useState(false)
  if (!supports(service, 'document_pdf'))
    return (
      <Button variant="main" onClick={() => print()}>
        {words.printOrSave}
      </Button>
    )
  async function download() {
    setBusy(true)
    await downloadPdf(path, document)
    setBusy(false)
  }
  return (
    <Button variant="main" icon="download" busy={busy} onClick={() => void download()}>
      {busy ? words.preparing : words.download}
    </Button>
  )
}
