import { useEffect, useEffectEvent } from 'react'
import { createStore, useStore } from '#web/ui/store.ts'
import { storedText, storeText } from './browser-storage.ts'
import { server } from './server.ts'

const draftKey = `seo-reports:analyse-draft:${server}`

/** Module state: the text in the field of the top bar. It survives page changes, and reloads of this tab. */
const draft = createStore(storedText('tab', draftKey) ?? '')

export const useDraft = () => useStore(draft)
export const getDraft = draft.get

export function setDraft(text: string) {
  draft.set(text)
  storeText('tab', draftKey, text || null)
}

/** Clears the draft if it is `url`, with or without its scheme: a report of it exists. */
export function discardDraft(url: string) {
  const typed = draft.get().trim()
  if (url === typed || url === `https://${typed}`) setDraft('')
}

/** Puts a URL into the field of the top bar, analyses it at once, or analyses several one after the other. */
export type AnalyseRequest = { url: string; action: 'edit' | 'run' } | { urls: readonly string[]; action: 'queue' }

/** Module state: the request that the field has not handled yet. */
const request = createStore<AnalyseRequest | null>(null)

/**
 * Puts `url` into the field of the top bar and focuses it, so that it can be edited or submitted; '' only focuses it.
 */
export const editUrl = (url: string) => request.set({ url, action: 'edit' })

/** Analyses `url` at once, through the field of the top bar. */
export const requestAnalysis = (url: string) => request.set({ url, action: 'run' })

/** Analyses `urls` one after the other, through the field of the top bar, while this tab is open. */
export const queueAnalyses = (urls: readonly string[]) => request.set({ urls, action: 'queue' })

/** Calls `handle` once for each request. For the field only. */
export function useAnalyseRequest(handle: (request: AnalyseRequest) => void) {
  const current = useStore(request)
  const onRequest = useEffectEvent(handle)
  useEffect(() => {
    if (current === null) return
    request.set(null)
    onRequest(current)
  }, [current])
}

/** The text or URL with which the dialog for many pages opens. `crawl` asks for the limits of a crawl first. */
export type AddRequest = { text: string; source?: 'crawl' }

/** Module state: null while the dialog for many pages is closed. */
export const addRequest = createStore<AddRequest | null>(null)

/** Opens the dialog for many pages. */
export const openAddDialog = (text: string) => addRequest.set({ text })

/** Opens the dialog for many pages at a crawl that starts at `url`. */
export const openCrawlDialog = (url: string) => addRequest.set({ text: url, source: 'crawl' })

/** Module state: pages that are to be analysed as one job, until it is started. */
export const jobRequest = createStore<readonly string[] | null>(null)

/** Analyses pages as one job, each once. The tray shows its progress, also after a reload. */
export const requestJob = (urls: readonly string[]) => jobRequest.set(urls)
