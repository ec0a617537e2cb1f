import { useState } from 'react'
import { asApiError } from '#web/data/api-error.ts'
import { errorSentence } from '#web/data/error-words.ts'
import { currentClient } from '#web/data/session.ts'
import { downloadFile } from '#web/ui/download-file.ts'
import { showToast } from '#web/ui/toast.tsx'

/** How long the server can take to make a PDF, in ms. */
const maxSilence = 120_000

/** Downloads a PDF that the server makes. A failure is shown once. */
export function useDownload() {
  const [busy, setBusy] = useState(false)
  async function download(path: string, name: string) {
    setBusy(true)
    try {
      const { body } = await currentClient().call('GET', path, { asStream: true, maxSilence })
      downloadFile(name, 'application/pdf', [await (body as Response).blob()])
    } catch (thrown) {
      showToast({ text: errorSentence(asApiError(thrown)), tone: 'bad' })
    } finally {
      setBusy(false)
    }
  }
  return { busy, download }
}
