import { ApiError } from '#web/data/api-error.ts'
import { currentClient } from '#web/data/current-client.ts'
import { errorSentence } from '#web/data/error-words.ts'
import { exportWords } from './words.ts'
import { chunksOf, type ExportStream, openFile } from './write-export.ts'

/**
 * Downloads a CSV file of the API to a file that the user can choose. Returns a sentence if that fails. Browsers permit
 * this only in response to a click.
 */
export async function downloadCsv(path: string, name: string): Promise<string | null> {
  const file = await openFile(`${name}.csv`, 'text/csv')
  if (!file) return null
  try {
    const { body } = await currentClient().call('GET', path, { asStream: true })
    for await (const chunk of chunksOf(body.body as ExportStream['body'])) await file.write(chunk)
    await file.close()
    return null
  } catch (thrown) {
    await file.abort().catch(() => {})
    return thrown instanceof ApiError ? errorSentence(thrown) : exportWords.noFile
  }
}
