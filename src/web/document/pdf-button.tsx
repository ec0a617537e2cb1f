import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { supports } from '#contract/service-info.ts'
import { type AnyClientDocument, fileNameOf } from '#contract/sharing/client-document.ts'
import { asApiError } from '#web/data/api-error.ts'
import { currentClient } from '#web/data/current-client.ts'
import { errorSentence } from '#web/data/error-words.ts'
import { serviceInfoQuery } from '#web/data/service.ts'
import { Button } from '#web/ui/button.tsx'
import { downloadFile } from '#web/ui/download-file.ts'
import { unicodeHost } from '#web/ui/text.ts'
import { showToast } from '#web/ui/toast.tsx'
import { documentWords as words } from './words.ts'

/** The longest time in which the server makes a PDF, in ms. */
const maxSilence = 120_000

/** Downloads a client report as the PDF at a path of the API, or prints it if the server makes none. */
export function PdfButton({ path, document }: { path: string; document: AnyClientDocument }) {
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
    try {
      const { body } = await currentClient().call('GET', path, { asStream: true, maxSilence })
      downloadFile(`${fileNameOf(document, unicodeHost)}.pdf`, 'application/pdf', [await body.blob()])
    } catch (thrown) {
      showToast({ text: errorSentence(asApiError(thrown)), tone: 'bad' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button variant="main" icon="download" busy={busy} onClick={() => void download()}>
      {busy ? words.preparing : words.download}
    </Button>
  )
}
