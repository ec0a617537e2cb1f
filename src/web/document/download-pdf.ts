import { fileNameOf, type NamedDocument } from '#contract/sharing/client-document.ts'
import { asApiError } from '#web/data/api-error.ts'
import { currentClient } from '#web/data/current-client.ts'
import { errorSentence } from '#web/data/error-words.ts'
import { downloadFile } from '#web/ui/download-file.ts'
import { unicodeHost } from '#web/ui/text.ts'
import { showToast } from '#web/ui/toast.tsx'

/** The longest time in which the server makes a PDF, in ms. */
const maxSilence = 120_000

/** Downloads a client report as the PDF at a path of the API, as a file that is named after it. Shows an error. */
export async function downloadPdf(path: string, document: NamedDocument): Promise<void> {
  try {
    const { body } = await currentClient().call('GET', path, { asStream: true, maxSilence })
    downloadFile(`${fileNameOf(document, unicodeHost)}.pdf`, 'application/pdf', [await body.blob()])
  } catch (thrown) {
    showToast({ text: errorSentence(asApiError(thrown)), tone: 'bad' })
  }
}
