import { useEffect, useRef, useState } from 'react'
import { type PageListQuery, pageListParams } from '#contract/lists/page-list.ts'
import { writeQuery } from '#contract/lists/query-params.ts'
import { ApiError } from '#web/data/api-error.ts'
import { currentClient } from '#web/data/current-client.ts'
import { errorSentence } from '#web/data/error-words.ts'
import { chunksOf, type ExportStream, openFile } from '#web/list/write-export.ts'
import { Menu } from '#web/ui/menu.tsx'
import { unicodeHost } from '#web/ui/text.ts'
import { showToast } from '#web/ui/toast.tsx'
import { websitePagesWords as words } from './words.ts'

const files = ['pages', 'issues', 'links'] as const
type File = (typeof files)[number]

/** Saves the pages that match the filters, or the issues or the links of all pages, as a CSV file. */
export function WebsiteExports({ id, domain, query }: { id: number; domain: string; query: PageListQuery }) {
  const [isBusy, setBusy] = useState(false)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  async function save(file: File) {
    const stopper = new AbortController()
    const sink = await openFile(words.fileName(unicodeHost(domain), file), 'text/csv')
    if (!sink) return
    running.current = stopper
    setBusy(true)
    try {
      const search = file === 'pages' ? writeQuery(pageListParams, { ...query, page: 1, per_page: 10 }).toString() : ''
      const path = `/websites/${id}/${file}.csv${search && `?${search}`}`
      const { body } = await currentClient().call('GET', path, { signal: stopper.signal, asStream: true })
      for await (const part of chunksOf(body.body as ExportStream['body'])) await sink.write(part)
      await sink.close()
      showToast({ text: words.exported[file], tone: 'good' })
    } catch (thrown) {
      await sink.abort().catch(() => {})
      if (!stopper.signal.aborted)
        showToast({ text: thrown instanceof ApiError ? errorSentence(thrown) : words.noFile, tone: 'bad' })
    } finally {
      running.current = null
      setBusy(false)
    }
  }

  return (
    <Menu
      label={words.export}
      icon="download"
      showLabel
      items={files.map((file) => ({
        label: words.files[file],
        icon: 'download',
        disabled: isBusy,
        onSelect: () => void save(file),
      }))}
    />
  )
}
