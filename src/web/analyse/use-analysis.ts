import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { paths } from '#web/app/paths.ts'
import { frameWords } from '#web/app/words.ts'
import type * as lazyParts from './analyse.lazy.ts'
import { keepDraft, keptDraft } from './draft.ts'

const notLoaded: typeof lazyParts = {
  analyse: async () => ({ wrong: { sentence: frameWords.analyse.failed, retryAt: null } }),
  tellReady: () => {},
}

/** One analysis at a time: what was typed stays until there is a report, which then opens unless the person went elsewhere. */
export function useAnalysis() {
  const [draft, setDraft] = useState(keptDraft)
  const [wrong, setWrong] = useState<lazyParts.Wrong | null>(null)
  const [since, setSince] = useState<number | null>(null)
  const running = useRef<AbortController>(null)
  const navigate = useNavigate()

  useEffect(() => keepDraft(draft), [draft])
  // Only once the end of one is on the page may another begin: until then a submit would send the same address again.
  useEffect(() => {
    if (since === null) running.current = null
  })

  async function run(typed: string) {
    if (running.current) return
    const { signal } = (running.current = new AbortController())
    const from = location.pathname
    setDraft(typed)
    setWrong(null)
    setSince(Date.now())
    try {
      const { analyse, tellReady } = await import('./analyse.lazy.ts').catch(() => notLoaded)
      const { report, wrong: found } = await analyse(typed, signal)
      if (found) setWrong(found)
      if (!report) return
      setDraft((now) => (now === typed ? '' : now))
      const open = () => void navigate(paths.report(report.id))
      if (location.pathname === from) open()
      else tellReady(report, open)
    } finally {
      setSince(null)
    }
  }

  return {
    draft,
    wrong,
    /** When it began, in ms since 1970; null when none runs. */
    since,
    type: (text: string) => {
      setDraft(text)
      setWrong(null)
    },
    submit: (typed: string) => void run(typed),
    cancel: () => running.current?.abort(),
    dismiss: () => setWrong(null),
  }
}
