import { useEffect, useState } from 'react'
import { reloadKeeping } from '#web/data/kept-drafts.ts'
import { Button } from '#web/ui/button.tsx'
import * as icons from '#web/ui/icons.ts'
import { useMissingParts } from '#web/ui/missing-parts.ts'
import { Notice } from '#web/ui/notice.tsx'
import { bannerWords as words } from './banner-words.ts'
import { isReplaced } from './is-replaced.ts'

const fetchAll = (missing: readonly (() => Promise<void>)[]) => Promise.allSettled(missing.map((again) => again()))

/** That a part of the page is missing, and the way to it: once more, or with the version that has taken the place of this one. */
export function MissingNotice() {
  const missing = useMissingParts()
  const [replaced, setReplaced] = useState(false)
  const [busy, setBusy] = useState(false)
  /** Without a network that is said already, and once it is back what is missing is fetched before anything is said. */
  const [quiet, setQuiet] = useState(!navigator.onLine)
  const any = missing.length > 0
  useEffect(() => {
    if (any) void isReplaced().then(setReplaced)
  }, [any])
  useEffect(() => {
    const hush = () => setQuiet(true)
    const fetchMissing = async () => {
      await fetchAll(missing)
      setReplaced(missing.length > 0 && (await isReplaced()))
      setQuiet(false)
    }
    const back = () => void fetchMissing()
    addEventListener('offline', hush)
    addEventListener('online', back)
    return () => {
      removeEventListener('offline', hush)
      removeEventListener('online', back)
    }
  }, [missing])
  if (!any || quiet) return null

  const retry = async () => {
    setBusy(true)
    await fetchAll(missing)
    setReplaced(await isReplaced())
    setBusy(false)
  }
  return (
    <div role="alert">
      <Notice
        tone="decent"
        actions={
          replaced ? (
            <Button size="s" icon={icons.again} onClick={reloadKeeping}>
              {words.reload}
            </Button>
          ) : (
            <Button size="s" icon={icons.again} busy={busy} onClick={() => void retry()}>
              {words.retry}
            </Button>
          )
        }
      >
        {replaced ? words.replaced : words.missing}
      </Notice>
    </div>
  )
}
