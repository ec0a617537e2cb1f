import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { View } from '#contract/views.ts'
import { asApiError } from '#web/data/api-error.ts'
import { server } from '#web/data/server.ts'
import { viewsInBrowser } from './view-browser.ts'
import { useImportViews } from './view-mutations.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { errorSentence } from '#web/data/error-words.ts'
import { viewsWords as words } from './words.ts'
import { isNew } from './is-new.ts'

/** Views that were saved here before the server could keep them, and the way to bring them along. */
export function LeftInBrowser({ views }: { views: View[] }) {
  const { data = [] } = useQuery({
    queryKey: [server, 'views in browser'],
    queryFn: () => viewsInBrowser.list(),
    staleTime: 0,
  })
  const [moved, setMoved] = useState(false)
  const { mutate, isPending } = useImportViews()
  const left = data.filter((view) => isNew(view, views))
  if (left.length === 0 || moved) return null
  const move = () =>
    mutate(left, {
      onSuccess: () => {
        setMoved(true)
        showToast({ text: words.imported(left.length), tone: 'good' })
      },
      onError: (error) => void showToast({ text: errorSentence(asApiError(error)), tone: 'bad' }),
    })
  return (
    <Notice
      tone="info"
      actions={
        <Button busy={isPending} onClick={move}>
          {words.moveToServer}
        </Button>
      }
    >
      {words.inBrowser(left.length)}
    </Notice>
  )
}
